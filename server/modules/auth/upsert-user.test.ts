import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/database/schema.ts'
import type { Claims } from '#server/platform/identity/oidc-client.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { upsertUserFromClaims } from './upsert-user.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const db = () => database.postgres.db
let count = 0
const claims = (wishes: Partial<Claims> = {}): Claims => ({
  issuer: 'https://id.example',
  subject: `person-${++count}`,
  emailVerified: false,
  ...wishes,
})
async function remembered(said: Claims) {
  const id = await upsertUserFromClaims(db(), said)
  const [row] = await db().select().from(users).where(eq(users.id, id))
  if (!row) throw new Error('nobody was remembered')
  return row
}

test('the first sign-in fills the profile from the claims', async () => {
  const user = await remembered(
    claims({
      email: 'Maya@Example.org',
      emailVerified: true,
      preferredUsername: 'maya',
      name: '  Maya Lind ',
      givenName: 'Maya',
      familyName: 'x'.repeat(60),
      picture: 'https://pictures.example.org/maya.png',
    }),
  )
  expect(user).toMatchObject({
    email: 'maya@example.org',
    emailVerified: true,
    username: 'maya',
    displayName: 'Maya Lind',
    firstName: 'Maya',
    lastName: 'x'.repeat(50),
    profileImageUrl: 'https://pictures.example.org/maya.png',
  })
})

test('a picture that is no web address is left out', async () => {
  const { profileImageUrl } = await remembered(claims({ picture: 'javascript:alert(1)' }))
  expect(profileImageUrl).toBeNull()
})

test('a later sign-in refreshes the e-mail and leaves the profile alone', async () => {
  const said = claims({ email: 'old@example.org', name: 'Old Name', preferredUsername: 'steady' })
  const before = await remembered(said)
  const after = await remembered({
    ...said,
    email: 'new@example.org',
    emailVerified: true,
    name: 'New Name',
    preferredUsername: 'changed',
  })
  expect(after).toEqual({ ...before, email: 'new@example.org', emailVerified: true })
})

test('the same subject at another provider is another person', async () => {
  const said = claims({ subject: 'shared' })
  const here = await remembered(said)
  const there = await remembered({ ...said, issuer: 'https://other.example' })
  expect(there.id).not.toBe(here.id)
})

test('an e-mail that another person has is not taken from them', async () => {
  const email = 'one@example.org'
  const first = await remembered(claims({ email, emailVerified: true }))
  const second = await remembered(claims({ email, emailVerified: true }))
  expect(second).toMatchObject({ email: null, emailVerified: false })
  expect(second.id).not.toBe(first.id)
  expect(await remembered(claims({ email }))).toMatchObject({ email: null })
})

test('who has shown that an e-mail is theirs gets it from who only said so', async () => {
  const email = 'boss@example.org'
  const pretender = claims({ email })
  expect(await remembered(pretender)).toMatchObject({ email, emailVerified: false })
  expect(await remembered(claims({ email, emailVerified: true }))).toMatchObject({
    email,
    emailVerified: true,
  })
  expect(await remembered(pretender)).toMatchObject({ email: null, emailVerified: false })
})

test('fifty people who sign in at once under one name get fifty usernames', async () => {
  const people = Array.from({ length: 50 }, () => claims({ preferredUsername: 'Sam' }))
  const names = (await Promise.all(people.map(remembered))).map((user) => user.username)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(50)
  expect(names.filter((name) => name === 'Sam')).toHaveLength(1)
})

test('one person who signs in ten times at once is one person', async () => {
  const said = claims({ email: 'ten@example.org', emailVerified: true })
  const ids = (await Promise.all(Array.from({ length: 10 }, () => remembered(said)))).map(
    (u) => u.id,
  )
  expect(new Set(ids).size).toBe(1)
})
