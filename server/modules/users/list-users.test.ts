import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedUser } from '#contract/users.ts'
import { users } from '#server/database/schema.ts'
import { builtInIssuer } from '#server/modules/accounts/issuer.ts'
import { createManagedUserPresenter } from '#server/modules/users/presenter.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeUser, type UserRow } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

let asAdmin: Caller
let asUser: Caller
let ada: UserRow
let bela: UserRow

const adminId = randomUUID()

const site = setUpTestApp({ env: { ADMIN_USER_IDS: adminId } })
beforeAll(async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  ada = await makeUser(db(), {
    displayName: 'Ada_Lund',
    email: 'ada@music.example',
    createdAt: at(3),
  })
  bela = await makeUser(db(), {
    displayName: null,
    firstName: 'Béla',
    lastName: 'Varga 100%',
    createdAt: at(2),
  })
  await makeUser(db(), { id: adminId, displayName: 'Administrator', createdAt: at(1) })
  asAdmin = await site.as({ id: adminId })
  asUser = await site.as(ada)
})

const db = () => site.postgres.db
const list = async (query = '') =>
  (await (await asAdmin('GET', `/api/users${query}`)).json()) as ManagedUser[]
const namesFor = async (q: string) =>
  (await list(`?q=${encodeURIComponent(q)}`)).map((user) => user.displayName ?? user.firstName)

test('listing users: only the administrator can, with emails', async () => {
  expect((await site.visitor('GET', '/api/users')).status).toBe(401)
  expect((await asUser('GET', '/api/users')).status).toBe(403)
  const all = await list()
  expect(all.map((user) => user.id).slice(0, 2)).toEqual([ada.id, bela.id])
  expect(all[0]).toMatchObject({ email: 'ada@music.example', displayName: 'Ada_Lund' })
})

test('listing users: they say who is an administrator, and whose password this site has', async () => {
  const local = await makeUser(db(), { issuer: builtInIssuer })
  const flags = ({ id, isAdmin, hasPassword }: ManagedUser) => ({ id, isAdmin, hasPassword })
  const all = (await list()).map(flags)
  expect(all).toContainEqual({ id: local.id, isAdmin: false, hasPassword: true })
  expect(all).toContainEqual({ id: ada.id, isAdmin: false, hasPassword: false })
  expect(all).toContainEqual({ id: adminId, isAdmin: true, hasPassword: false })
  // The account is from before an external provider was configured.
  const administrators = { emails: [], userIds: [] }
  const present = createManagedUserPresenter({ administrators, hasPasswords: false })
  expect(present(local)).toMatchObject({ isAdmin: false, hasPassword: false })
  await db().delete(users).where(eq(users.id, local.id))
})

test('listing users: the filter matches a part of names and email in any case, wildcards literally', async () => {
  expect(await namesFor('DA_LU')).toEqual(['Ada_Lund'])
  expect(await namesFor('bél')).toEqual(['Béla'])
  expect(await namesFor('varga')).toEqual(['Béla'])
  expect(await namesFor('MUSIC.EX')).toEqual(['Ada_Lund'])
  expect(await namesFor('100%')).toEqual(['Béla'])
  expect(await namesFor('%')).toEqual(['Béla'])
  expect(await namesFor('a%d')).toEqual([])
  expect(await namesFor('\\')).toEqual([])
  expect(await namesFor('')).toHaveLength(3)
})

test('listing users: the pages together contain every user once', async () => {
  const paged: ManagedUser[] = []
  let next: string | undefined = '/api/users?limit=1'
  while (next) {
    const response: Response = await asAdmin('GET', next)
    paged.push(...((await response.json()) as ManagedUser[]))
    next = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(paged).toEqual(await list())
})

test.each([
  'limit=0',
  'limit=1001',
  'limit=x',
  'cursor=nonsense',
  'q=%00',
  `q=${'x'.repeat(201)}`,
  'page=2',
])('listing users: ?%s is rejected', async (query) => {
  expect((await asAdmin('GET', `/api/users?${query}`)).status).toBe(400)
})

const put = (call: Caller, id: string, body: unknown) =>
  call('PUT', `/api/users/${id}/admin`, { body })

test('updating a user as administrator: only the fields of the form change', async () => {
  const response = await put(asAdmin, bela.id, {
    id: bela.id,
    displayName: 'Béla V.',
    website: '',
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    displayName: 'Béla V.',
    firstName: 'Béla',
    website: null,
  })
  for (const body of [
    { username: 'other' },
    { email: 'x@y.example' },
    { isAdmin: true },
    { bio: 'x'.repeat(501) },
  ])
    expect((await put(asAdmin, bela.id, body)).status).toBe(400)
  expect((await put(asAdmin, bela.id, { id: ada.id, bio: 'x' })).status).toBe(400)
})

test('updating a user as administrator: other callers are rejected', async () => {
  expect((await put(site.visitor, ada.id, { bio: 'x' })).status).toBe(401)
  expect((await put(asUser, ada.id, { bio: 'x' })).status).toBe(403)
  expect((await put(asUser, bela.id, { nonsense: 1 })).status).toBe(403)
  expect((await put(asAdmin, randomUUID(), { bio: 'x' })).status).toBe(404)
})
