import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/database/schema.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import type { Claims } from '../provider/claims.ts'
import { upsertUserFromClaims } from './identities.ts'

const database = setUpTestDatabase()

const db = () => database.postgres.db
let count = 0
const claims = (overrides: Partial<Claims> = {}): Claims => ({
  issuer: 'https://id.example',
  subject: `person-${++count}`,
  emailVerified: false,
  ...overrides,
})
async function upsert(claimed: Claims) {
  const { id } = await upsertUserFromClaims(db(), claimed)
  const [row] = await db().select().from(users).where(eq(users.id, id))
  if (!row) throw new Error('no user was created')
  return row
}

test('identities: the first sign-in fills the profile from the claims', async () => {
  const user = await upsert(
    claims({
      email: 'Maya@Example.org',
      emailVerified: true,
      preferredUsername: 'maya',
      name: 'Maya Lind',
      givenName: 'Maya',
      familyName: 'Lind',
      picture: 'https://pictures.example.org/maya.png',
    }),
  )
  expect(user).toMatchObject({
    email: 'maya@example.org',
    emailVerified: true,
    username: 'maya',
    displayName: 'Maya Lind',
    firstName: 'Maya',
    lastName: 'Lind',
    profileImageUrl: 'https://pictures.example.org/maya.png',
  })
})

test('identities: nothing public is made from the email address', async () => {
  const email = 'maya.lind@example.org'
  for (const claimed of [
    { email },
    { email, preferredUsername: email, name: email, givenName: email },
    { email, name: `Maya <${email}>`, preferredUsername: 'maya.lind@corp' },
  ]) {
    const user = await upsert(claims(claimed))
    expect(user.username).toMatch(/^listener-\d{4,5}$/)
    expect(user).toMatchObject({ displayName: null, firstName: null })
  }
})

test('identities: without preferred_username the username comes from the display name', async () => {
  const { username } = await upsert(claims({ email: 'j.roe@example.org', name: 'Jo Roe' }))
  expect(username).toBe('Jo-Roe')
})

test('identities: a later sign-in updates the email and not the profile', async () => {
  const claimed = claims({
    email: 'old@example.org',
    name: 'Old Name',
    preferredUsername: 'steady',
  })
  const before = await upsert(claimed)
  const after = await upsert({
    ...claimed,
    email: 'new@example.org',
    emailVerified: true,
    name: 'New Name',
    preferredUsername: 'changed',
  })
  expect(after).toEqual({ ...before, email: 'new@example.org', emailVerified: true })
})

test('identities: the same subject at another provider is another user', async () => {
  const claimed = claims({ subject: 'shared' })
  const here = await upsert(claimed)
  const there = await upsert({ ...claimed, issuer: 'https://other.example' })
  expect(there.id).not.toBe(here.id)
})

test('identities: a verified email of another user is not taken from them', async () => {
  const email = 'one@example.org'
  const first = await upsert(claims({ email, emailVerified: true }))
  const second = await upsert(claims({ email, emailVerified: true }))
  expect(second).toMatchObject({ email: null, emailVerified: false })
  expect(second.id).not.toBe(first.id)
  expect(await upsert(claims({ email }))).toMatchObject({ email: null })
})

test('identities: a verified email is taken from a user who has not verified it', async () => {
  const email = 'boss@example.org'
  const pretender = claims({ email })
  expect(await upsert(pretender)).toMatchObject({ email, emailVerified: false })
  expect(await upsert(claims({ email, emailVerified: true }))).toMatchObject({
    email,
    emailVerified: true,
  })
  expect(await upsert(pretender)).toMatchObject({ email: null, emailVerified: false })
})

test('identities: fifty concurrent first sign-ins with one name get fifty usernames', async () => {
  const identities = Array.from({ length: 50 }, () => claims({ preferredUsername: 'Sam' }))
  const names = (await Promise.all(identities.map(upsert))).map((user) => user.username)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(50)
  expect(names.filter((name) => name === 'Sam')).toHaveLength(1)
})

test('identities: ten concurrent sign-ins of one identity create one user', async () => {
  const claimed = claims({ email: 'ten@example.org', emailVerified: true })
  const ids = (await Promise.all(Array.from({ length: 10 }, () => upsert(claimed)))).map(
    (u) => u.id,
  )
  expect(new Set(ids).size).toBe(1)
})
