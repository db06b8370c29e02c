import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CurrentUser } from '#contract/auth.ts'
import { renamedUsers, users } from '#server/database/schema.ts'
import type { Account } from '../accounts.ts'
import type { Caller } from '../app.ts'
import { createAuthenticator } from '../authenticator.ts'
import { createBrowser } from '../browser.ts'
import { examplePush } from '../push-receiver.ts'
import type { TestSite } from '../test-site.ts'
import { upload } from '../upload-client.ts'
import { image, send } from './send.ts'

/** What is filled: the app of a test, or servers of any version with their database and store. */
export type Site = Pick<TestSite, 'db' | 'store' | 'as' | 'asAdministrator' | 'visitor'> & {
  config: { publicUrl: string }
}

export type Person = Account & { id: string; username: string; subject: string; call: Caller }
export type People = { artist: Person; fan: Person; spammer: Person }

/** Whoever a test exports and deletes is the artist: their names are in no other text. */
export const accounts = {
  artist: { displayName: 'Odalys Quintero', email: 'odalys.quintero@example.org' },
  fan: { displayName: 'Ferran Vidal', email: 'ferran.vidal@example.org' },
  spammer: { displayName: 'Buy Now', email: 'buy.now@example.org' },
}
export const password = 'correct horse battery'

export async function addPeople(site: Site): Promise<People> {
  const invite = { uses: 5, expiresInDays: 30, note: 'For friends' }
  const { url } = await send<{ url: string }>(
    site.asAdministrator,
    'POST',
    '/api/admin/invites',
    invite,
  )
  const join = (fields: Omit<Account, 'password'>) => signUp(site, { ...fields, password }, url)
  const people = {
    artist: await join(accounts.artist),
    fan: await join(accounts.fan),
    spammer: await join(accounts.spammer),
  }
  await settleIn(site, people)
  await relate(people)
  return people
}

async function signUp(site: Site, account: Account, invite: string): Promise<Person> {
  const browser = createBrowser(site.config.publicUrl)
  await browser.submit(await browser.open(new URL(invite)), account)
  const { body } = await browser.call<CurrentUser>('GET', '/api/auth/user')
  const [user] = await site.db.select().from(users).where(eq(users.id, body.id))
  const call = await site.as(body)
  return {
    ...account,
    id: body.id,
    username: user?.username ?? '',
    subject: user?.subject ?? '',
    call,
  }
}

/** What one has in the settings. */
async function settleIn(site: Site, { artist, fan }: People) {
  for (const { call, displayName } of [artist, fan]) {
    await upload(call, 'profile image', await image())
    await send(call, 'PUT', '/api/users/profile', { displayName, bio: 'Field recordings.' })
    await send(call, 'POST', '/api/account/app-passwords', { name: 'Phone' })
    await send(call, 'POST', '/api/account/tokens', { name: 'Script', scopes: ['read'] })
    await send(call, 'PUT', '/api/notifications/seen')
    await send(call, 'PUT', '/api/notifications/settings', { kinds: { save: false } })
    await addPasskey(site, call)
    await send(call, 'PUT', '/api/account/push', {
      ...examplePush,
      endpoint: `${examplePush.endpoint}/${randomUUID()}`,
    })
  }
  await send(site.asAdministrator, 'POST', `/api/users/${artist.id}/reset-link`)
  // A sign-in that somebody began, and left.
  await createBrowser(site.config.publicUrl).request('/api/login')
  // The trigger inserts it for a user who is renamed and has more than 200 tracks.
  await site.db
    .insert(renamedUsers)
    .values({ userId: artist.id, renamedAt: new Date().toISOString() })
}

async function addPasskey(site: Site, call: Caller) {
  const path = '/api/account/passkeys'
  const { challenge } = await send<{ challenge: string }>(call, 'POST', `${path}/options`)
  const response = createAuthenticator(site.config.publicUrl).create({ challenge })
  await send(call, 'POST', path, { name: 'Phone', response })
  // Another one that is not completed.
  await send(call, 'POST', `${path}/options`)
}

async function relate({ artist, fan, spammer }: People) {
  await send(fan.call, 'POST', `/api/users/${artist.id}/follow`)
  await send(artist.call, 'POST', `/api/users/${fan.id}/follow`)
  await send(artist.call, 'PUT', `/api/users/${spammer.id}/block`)
}
