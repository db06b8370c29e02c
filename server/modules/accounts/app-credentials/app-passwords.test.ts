import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AppPassword, NewAppPassword } from '#contract/app-credentials.ts'
import { appCredentials, sessions } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeUser } from '#server/testing/factories.ts'
import { testSessionSecret } from '#server/testing/sessions.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { endSessionsOfOtherSecrets, signOutUser } from '../sessions/sessions.ts'
import { createAppPasswords } from './service.ts'

const site = setUpTestSite()
const path = '/api/account/app-passwords'

async function newUser() {
  const user = await makeUser(site.db)
  return { user, call: await site.as(user) }
}

async function create(call: Caller, name = 'Phone') {
  const response = await call('POST', path, { body: { name } })
  expect(response.status).toBe(201)
  return (await response.json()) as NewAppPassword
}

const list = async (call: Caller) => (await (await call('GET', path)).json()) as AppPassword[]
const service = (secret = testSessionSecret) => createAppPasswords(site.db, secret)

test('app passwords: one is shown once, and the list has its name and no secret', async () => {
  const { call } = await newUser()
  const { password, ...shown } = await create(call, ' Symfonium ')
  expect(password).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
  expect(shown).toMatchObject({ name: 'Symfonium', lastUsedAt: null, lastUsedBy: null })
  expect(await list(call)).toEqual([shown])
  const rows = await site.db.select().from(appCredentials).where(eq(appCredentials.id, shown.id))
  expect(JSON.stringify(rows)).not.toContain(password)
})

test('app passwords: the password, and the MD5 of it and a salt, belong to the user', async () => {
  const { user, call } = await newUser()
  await create(call)
  const { id, password } = await create(call)
  expect(await service().findByPassword(password, 'Symfonium')).toMatchObject({ id: user.id })
  const token = createHash('md5').update(`${password}salt`).digest('hex')
  const sent = { username: user.username.toUpperCase(), token, salt: 'salt' }
  expect(await service().findByToken(sent, 'Symfonium')).toMatchObject({ id: user.id })
  expect(await service().findByToken({ ...sent, salt: 'other' }, 'x')).toBeUndefined()
  expect(await service().findByToken({ ...sent, username: randomUUID() }, 'x')).toBeUndefined()
  expect(await service().findByPassword(`${password}x`, 'x')).toBeUndefined()
  expect(await service().findByPassword(password, '')).toMatchObject({ id: user.id })
  const used = (await list(call)).find((row) => row.id === id)
  expect(used).toMatchObject({ lastUsedBy: 'Symfonium', lastUsedAt: expect.stringMatching(/Z$/) })
})

test('app passwords: a user can have 20 of them', async () => {
  const { call } = await newUser()
  const created = await Promise.all(
    Array.from({ length: 22 }, () => call('POST', path, { body: { name: 'App' } })),
  )
  expect(created.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = created.find(({ status }) => status === 409)
  expect(await refused?.json()).toEqual({ message: 'You can have at most 20 app passwords.' })
})

test('app passwords: creating one needs a sign-in within the last ten minutes', async () => {
  const { user, call } = await newUser()
  const startedAt = new Date(Date.now() - 11 * 60_000).toISOString()
  await site.db
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}::jsonb, '{startedAt}', ${`"${startedAt}"`})` })
    .where(eq(sql`${sessions.sess} ->> 'userId'`, user.id))
  const response = await call('POST', path, { body: { name: 'Phone' } })
  expect([response.status, await response.json()]).toEqual([
    403,
    {
      message: 'Please sign in again first: this needs a sign-in within the last ten minutes.',
    },
  ])
  expect(await list(call)).toEqual([])
})

test('app passwords: a revoked one ends at once, and nobody else can revoke it', async () => {
  const { call } = await newUser()
  const { id, password } = await create(call)
  expect((await site.asOtherUser('DELETE', `${path}/${id}`)).status).toBe(404)
  expect(await service().findByPassword(password, '')).toBeDefined()
  expect((await call('DELETE', `${path}/${id}`)).status).toBe(204)
  expect(await service().findByPassword(password, '')).toBeUndefined()
})

const ends: Record<string, (user: { id: string }, call: Caller) => Promise<unknown>> = {
  'a suspension': ({ id }) =>
    site.asAdministrator('POST', `/api/admin/users/${id}/suspension`, {
      body: { reason: 'Spam.' },
    }),
  'the deletion of the account': ({ id }) =>
    site.asAdministrator('DELETE', `/api/users/${id}/admin`),
  "'Sign out everywhere else'": (_user, call) => call('DELETE', '/api/account/sessions'),
  signOutUser: ({ id }) => signOutUser(site.db, { id, issuer: 'any', subject: 'any' }),
}
test.each(Object.entries(ends))('app passwords: %s ends them', async (_name, end) => {
  const { user, call } = await newUser()
  const { password } = await create(call)
  await end(user, call)
  expect(await service().findByPassword(password, '')).toBeUndefined()
})

test("app passwords: 'Sign out everywhere else' leaves them if the box is not ticked", async () => {
  const { call } = await newUser()
  const { password } = await create(call)
  const body = { revokeApps: false }
  expect((await call('DELETE', '/api/account/sessions', { body })).status).toBe(204)
  expect(await service().findByPassword(password, '')).toBeDefined()
})

test('app passwords: with another SESSION_SECRET none works, and the start with it deletes them', async () => {
  const { user, call } = await newUser()
  const { password } = await create(call)
  const other = 'another secret of thirty-two letters or more'
  const token = createHash('md5').update(`${password}salt`).digest('hex')
  const sent = { username: user.username, token, salt: 'salt' }
  expect(await service(other).findByPassword(password, '')).toBeUndefined()
  expect(await service(other).findByToken(sent, '')).toBeUndefined()
  await endSessionsOfOtherSecrets(site.db, testSessionSecret)
  expect(await service().findByPassword(password, '')).toBeDefined()
  await endSessionsOfOtherSecrets(site.db, other)
  expect(await site.db.$count(appCredentials, eq(appCredentials.userId, user.id))).toBe(0)
})
