import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accounts, providerRecords } from '#server/database/schema.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { createOtherAdministrators, ensureAdministrator } from './administrator.ts'
import { loadSigningKeys } from './provider/signing-keys-repository.ts'
import { findAccountByEmail } from './repository.ts'
import { changePassword } from './settings/change-password.ts'
import { createLocalAccounts } from './sign-in/local-accounts.ts'
import { createPasswordHasher } from './sign-in/passwords.ts'

const passwords = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
const database = setUpTestDatabase()
let folder: string
const db = () => database.postgres.db
type Overrides = { password?: string; email?: string; file?: string }
const ensure = (overrides: Overrides = {}, hasher = passwords) =>
  ensureAdministrator(db(), hasher, {
    email: overrides.email ?? 'admin@localhost',
    password: overrides.password,
    passwordFile: path.join(folder, overrides.file ?? 'admin-password.txt'),
  })
const localAccounts = (reservedEmails: string[] = []) =>
  createLocalAccounts({ db: db(), passwordHasher: passwords, reservedEmails } as never)
const canSignIn = async (email: string, password: string) =>
  (await localAccounts().signIn({ email, password })) !== undefined
const idOf = async (email: string) => (await findAccountByEmail(db(), email))?.id ?? ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'administrator-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => db().delete(accounts))

test('administrator: the first start creates an account and saves its password for the file owner only', async () => {
  const outcome = await ensure({ file: 'new/folder/first-start.txt' })
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  const file = path.join(folder, 'new/folder/first-start.txt')
  const saved = (await readFile(file, 'utf8')).trim()
  expect(saved).toBe(outcome.generatedPassword)
  expect(saved).toMatch(/^[a-z2-9]{6}(-[a-z2-9]{6}){3}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await canSignIn('Admin@localhost', saved)).toBe(true)
  expect(await ensure()).toEqual({ kind: 'unchanged' })
})

test('administrator: no account is created if the password cannot be saved', async () => {
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

test('administrator: of servers that start at the same time, one creates the account', async () => {
  // Each has found no account before the first creates it.
  let searched = 0
  const allSearched = Promise.withResolvers<void>()
  const hash = async (password: string) => {
    if (++searched === 5) allSearched.resolve()
    await allSearched.promise
    return passwords.hash(password)
  }
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      ensure({ file: `server-${i}.txt` }, { ...passwords, hash }),
    ),
  )
  const created = outcomes.filter((outcome) => outcome.kind === 'created')
  expect(created).toHaveLength(1)
  expect(await canSignIn('admin@localhost', created[0]?.generatedPassword ?? '')).toBe(true)
})

test('administrator: a configured password applies at the first and at later starts', async () => {
  expect(await ensure({ password: 'first password' })).toEqual({
    kind: 'created',
    email: 'admin@localhost',
    generatedPassword: undefined,
  })
  const payload = { accountId: await idOf('admin@localhost') }
  await db().insert(providerRecords).values({ kind: 'Session', id: 'session', payload })
  expect(await ensure({ password: 'second password' })).toMatchObject({ kind: 'password-changed' })
  expect(await canSignIn('admin@localhost', 'first password')).toBe(false)
  expect(await canSignIn('admin@localhost', 'second password')).toBe(true)
  expect(await db().$count(providerRecords)).toBe(0)
})

test('administrator: a password that was changed later stays until the configured one changes', async () => {
  await ensure({ password: 'first password' })
  const passwordHash = await passwords.hash('my own password')
  await changePassword(db(), await idOf('admin@localhost'), { passwordHash })
  expect(await ensure({ password: 'first password' })).toEqual({ kind: 'has-other-password' })
  expect(await canSignIn('admin@localhost', 'my own password')).toBe(true)
  expect(await ensure({ password: 'second password' })).toMatchObject({ kind: 'password-changed' })
  expect(await canSignIn('admin@localhost', 'second password')).toBe(true)
})

test('administrator: an account from the sign-up form never becomes administrator', async () => {
  const user = { email: 'boss@example.org', password: 'first come', displayName: 'Other User' }
  await localAccounts().create(user)
  expect(await ensure({ email: 'boss@example.org', password: 'first password' })).toMatchObject({
    kind: 'address-not-verified',
  })
  expect(await canSignIn('boss@example.org', 'first password')).toBe(false)
})

test('administrators: the accounts of further addresses are created at startup, once', async () => {
  const others = ['Second@example.org', 'third@example.org']
  expect(await createOtherAdministrators(db(), passwords, others)).toEqual(others)
  expect(await createOtherAdministrators(db(), passwords, others)).toEqual([])
  const rows = await db().select().from(accounts).orderBy(accounts.email)
  expect(rows.map(({ email, emailVerified }) => [email, emailVerified])).toEqual([
    ['second@example.org', true],
    ['third@example.org', true],
  ])
})

test('administrators: their addresses cannot be registered', async () => {
  const user = { email: 'boss@example.org', password: 'first come', displayName: 'Other User' }
  expect(await localAccounts(['Boss@example.org']).create(user)).toBeUndefined()
  expect(await db().$count(accounts)).toBe(0)
})

test('signing keys: servers that start at the same time share one key', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadSigningKeys(db())))
  expect(new Set(keys.map((list) => list.map((key) => key.kid).join())).size).toBe(1)
  expect(keys[0]).toHaveLength(1)
  expect(await loadSigningKeys(db())).toEqual(keys[0])
})
