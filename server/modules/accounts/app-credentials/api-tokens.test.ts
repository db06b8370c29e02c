import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiToken, NewApiToken } from '#contract/app-credentials.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { appCredentials, sessions } from '#server/database/schema.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
const path = '/api/account/tokens'

async function newUser() {
  const user = await makeUser(site.db)
  return { user, call: await site.as(user) }
}
type Call = Awaited<ReturnType<typeof newUser>>['call']

async function create(call: Call, ...scopes: TokenScope[]) {
  const response = await call('POST', path, { body: { name: 'Script', scopes } })
  expect(response.status).toBe(201)
  return (await response.json()) as NewApiToken
}

/** Calls with a token, without a cookie. */
const withToken =
  ({ token }: { token: string }) =>
  async (method: string, url: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await site.visitor(method, url, { headers, ...(body ? { body } : {}) })
    const text = await response.text()
    return {
      status: response.status,
      message: text.includes('message') ? JSON.parse(text).message : '',
    }
  }
const list = async (call: Call) => (await (await call('GET', path)).json()) as ApiToken[]

test('API tokens: one is shown once, and neither list nor database has it', async () => {
  const { call } = await newUser()
  const { token, ...shown } = await create(call, 'read', 'upload', 'read')
  expect(token).toMatch(/^soundpost_[\w-]{43}$/)
  expect(shown).toMatchObject({ name: 'Script', scopes: ['read', 'upload'], lastUsedAt: null })
  expect(await list(call)).toEqual([shown])
  const rows = await site.db.select().from(appCredentials).where(eq(appCredentials.id, shown.id))
  expect(JSON.stringify(rows)).not.toContain(token.slice(10))
})

test('API tokens: each scope opens its own routes and no others', async () => {
  const { user, call } = await newUser()
  const track = await makeTrack(site.db, user.id, { privacy: 'private' })
  const statuses = async (scope: TokenScope) => {
    const send = withToken(await create(call, scope))
    return [
      (await send('GET', `/api/tracks/slug/${track.slug}`)).status,
      (await send('POST', '/api/objects/upload')).status,
      (await send('POST', `/api/tracks/${track.id}/like`)).status,
    ]
  }
  expect(await statuses('read')).toEqual([200, 403, 403])
  expect(await statuses('upload')).toEqual([403, 200, 403])
  expect(await statuses('manage')).toEqual([403, 403, 200])
})

const all = ['read', 'upload', 'manage'] as const
test.each([
  ['GET', '/api/account'],
  ['PUT', '/api/account/password'],
  ['GET', path],
  ['POST', path],
  ['POST', '/api/account/app-passwords'],
  ['DELETE', '/api/account'],
  ['GET', '/api/admin/analytics'],
])('API tokens: %s %s accepts none', async (method, url) => {
  const { call } = await newUser()
  const { status, message } = await withToken(await create(call, ...all))(method, url)
  expect([status, message]).toEqual([403, 'API tokens are not accepted here.'])
})

test("API tokens: an administrator's one has no rights of administrators", async () => {
  const { user } = await newUser()
  const track = await makeTrack(site.db, user.id)
  const send = withToken(await create(site.asAdministrator, ...all))
  expect((await send('GET', `/api/tracks/slug/${track.slug}`)).status).toBe(200)
  expect((await send('DELETE', `/api/tracks/${track.id}`)).status).toBe(403)
})

test('API tokens: none says who is signed in', async () => {
  const { call } = await newUser()
  const send = withToken(await create(call, ...all))
  expect((await send('GET', '/api/auth/user')).status).toBe(401)
})

test('API tokens: an unknown one is refused, even where none is needed', async () => {
  expect(await withToken({ token: 'soundpost_wrong' })('GET', '/api/discover')).toEqual({
    status: 401,
    message: 'Unauthorized',
  })
})

test('API tokens: none opens pages', async () => {
  const { call } = await newUser()
  const { token } = await create(call, ...all)
  const headers = { authorization: `Bearer ${token}`, accept: 'text/html' }
  const page = await site.visitor('GET', '/settings', { headers, redirect: 'manual' })
  const visitors = await site.visitor('GET', '/settings', {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  })
  expect(page.status).toBe(visitors.status)
})

test('API tokens: creating one needs a sign-in within the last ten minutes', async () => {
  const { user, call } = await newUser()
  const startedAt = new Date(Date.now() - 11 * 60_000).toISOString()
  await site.db
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}::jsonb, '{startedAt}', ${`"${startedAt}"`})` })
    .where(eq(sql`${sessions.sess} ->> 'userId'`, user.id))
  const response = await call('POST', path, { body: { name: 'Script', scopes: ['read'] } })
  expect(response.status).toBe(403)
  expect(await list(call)).toEqual([])
})

test('API tokens: a user can have 20 of them', async () => {
  const { call } = await newUser()
  const body = { name: 'Script', scopes: ['read'] }
  const created = await Promise.all(Array.from({ length: 22 }, () => call('POST', path, { body })))
  expect(created.filter(({ status }) => status === 201)).toHaveLength(20)
})

test('API tokens: the list says when one was used', async () => {
  const { call } = await newUser()
  await withToken(await create(call, 'read'))('GET', '/api/library')
  expect(await list(call)).toMatchObject([{ lastUsedAt: expect.stringMatching(/Z$/) }])
})

const ends: Record<string, (user: { id: string }, call: Call, id: string) => Promise<unknown>> = {
  'revoking it': (_user, call, id) => call('DELETE', `${path}/${id}`),
  'a suspension': ({ id }) =>
    site.asAdministrator('POST', `/api/admin/users/${id}/suspension`, {
      body: { reason: 'Spam.' },
    }),
  'the deletion of the account': ({ id }) =>
    site.asAdministrator('DELETE', `/api/users/${id}/admin`),
  "'Sign out everywhere else'": (_user, call) => call('DELETE', '/api/account/sessions'),
}
test.each(Object.entries(ends))('API tokens: %s ends it at once', async (_name, end) => {
  const { user, call } = await newUser()
  const created = await create(call, 'read')
  expect((await withToken(created)('GET', '/api/library')).status).toBe(200)
  await end(user, call, created.id)
  expect((await withToken(created)('GET', '/api/library')).status).toBe(401)
})

test('API tokens: nobody else can revoke one', async () => {
  const { call } = await newUser()
  const created = await create(call, 'read')
  expect((await site.asOtherUser('DELETE', `${path}/${created.id}`)).status).toBe(404)
  expect((await withToken(created)('GET', '/api/library')).status).toBe(200)
})
