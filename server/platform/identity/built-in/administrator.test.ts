import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accounts } from '#server/database/schema.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createAccounts } from './accounts.ts'
import { ensureAdministrator } from './administrator.ts'
import { createPasswordHasher } from './passwords.ts'
import { loadSigningKeys } from './signing-keys.ts'

const passwords = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
let database: TestDatabase
let folder: string
const db = () => database.postgres.db
const ensure = (wishes: { password?: string; email?: string; file?: string } = {}) =>
  ensureAdministrator(db(), passwords, {
    email: wishes.email ?? 'admin@localhost',
    password: wishes.password,
    passwordFile: path.join(folder, wishes.file ?? 'admin-password.txt'),
  })
const canSignIn = async (email: string, password: string) =>
  (await createAccounts(db(), passwords).signIn({ email, password })) !== undefined

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'administrator-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => db().delete(accounts))

test('the first start makes an account and keeps its password where only the owner reads it', async () => {
  const outcome = await ensure({ file: 'made/by/first-start.txt' })
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  const file = path.join(folder, 'made/by/first-start.txt')
  const kept = (await readFile(file, 'utf8')).trim()
  expect(kept).toBe(outcome.generatedPassword)
  expect(kept).toMatch(/^[a-z2-9]{6}(-[a-z2-9]{6}){3}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await canSignIn('Admin@localhost', kept)).toBe(true)
  expect(await ensure()).toEqual({ kind: 'unchanged' })
})

test('a password that can be kept nowhere makes no account', async () => {
  const nowhere =
    process.platform === 'linux'
      ? '/proc/soundpost'
      : path.join(import.meta.dirname, 'administrator.ts')
  const passwordFile = path.join(nowhere, 'password.txt')
  const email = 'admin@localhost'
  const ensuring = ensureAdministrator(db(), passwords, {
    email,
    password: undefined,
    passwordFile,
  })
  await expect(ensuring).rejects.toThrow('DATA_DIR cannot be written')
  expect(await db().$count(accounts)).toBe(0)
})

test('of servers that start at once, one makes the account', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, i) => ensure({ file: `server-${i}.txt` })),
  )
  const made = outcomes.filter((outcome) => outcome.kind === 'created')
  expect(made).toHaveLength(1)
  expect(await canSignIn('admin@localhost', made[0]?.generatedPassword ?? '')).toBe(true)
})

test('a password that is set is the password, also after the first start', async () => {
  expect(await ensure({ password: 'set by hand' })).toEqual({
    kind: 'created',
    email: 'admin@localhost',
    generatedPassword: undefined,
  })
  expect(await ensure({ password: 'set anew' })).toMatchObject({ kind: 'password-changed' })
  expect(await canSignIn('admin@localhost', 'set by hand')).toBe(false)
  expect(await canSignIn('admin@localhost', 'set anew')).toBe(true)
})

test('an account that somebody made by themselves never becomes the administrator', async () => {
  const person = { email: 'boss@example.org', password: 'first come', displayName: 'Not the boss' }
  await createAccounts(db(), passwords).create(person)
  expect(await ensure({ email: 'boss@example.org', password: 'set by hand' })).toMatchObject({
    kind: 'address-not-verified',
  })
  expect(await canSignIn('boss@example.org', 'set by hand')).toBe(false)
})

test('servers that start at once sign with the same key', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadSigningKeys(db())))
  expect(new Set(keys.map((list) => list.map((key) => key.kid).join())).size).toBe(1)
  expect(keys[0]).toHaveLength(1)
  expect(await loadSigningKeys(db())).toEqual(keys[0])
})
