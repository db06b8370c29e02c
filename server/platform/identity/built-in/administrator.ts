import { randomInt } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/ensure-directory.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PasswordHasher } from './passwords.ts'
import {
  findAccountByEmail,
  insertAccount,
  updatePasswordHash,
  withAdvisoryLock,
} from './repository.ts'

type Options = {
  email: string
  /** From the settings; without one a password is made up. */
  password: string | undefined
  /** Where a made-up password is kept, readable for the owner alone. */
  passwordFile: string
}

export type AdministratorOutcome =
  | { kind: 'created'; email: string; generatedPassword: string | undefined }
  | { kind: 'password-changed'; email: string }
  | { kind: 'unchanged' }
  /** Somebody made an account with this address by themselves: it must not become the administrator's. */
  | { kind: 'address-not-verified'; email: string }

/** Of several servers starting at once, one makes the account. */
export async function ensureAdministrator(
  db: Db,
  passwords: PasswordHasher,
  options: Options,
): Promise<AdministratorOutcome> {
  for (;;) {
    const account = await findAccountByEmail(db, options.email)
    if (account) return updateExisting(db, passwords, account, options)
    const created = await createAccount(db, passwords, options)
    if (created) return created
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>

async function updateExisting(
  db: Db,
  passwords: PasswordHasher,
  account: Account,
  { email, password }: Options,
): Promise<AdministratorOutcome> {
  if (!account.emailVerified) return { kind: 'address-not-verified', email }
  if (password === undefined || (await passwords.verify(password, account.passwordHash)))
    return { kind: 'unchanged' }
  await updatePasswordHash(db, account.id, await passwords.hash(password))
  return { kind: 'password-changed', email }
}

/** Nothing if another server was quicker. */
async function createAccount(
  db: Db,
  passwords: PasswordHasher,
  { email, password, passwordFile }: Options,
): Promise<AdministratorOutcome | undefined> {
  const chosen = password ?? generatePassword()
  // Before the others have to wait: a busy machine takes seconds for it.
  const passwordHash = await passwords.hash(chosen)
  return withAdvisoryLock(db, 'administrator', async (locked) => {
    if (await findAccountByEmail(locked, email)) return undefined
    // Kept before the account is: a crash between the two leaves nobody locked out.
    if (password === undefined) await savePassword(passwordFile, chosen)
    await insertAccount(locked, {
      email: email.toLowerCase(),
      passwordHash,
      displayName: 'Administrator',
      emailVerified: true,
    })
    const generatedPassword = password === undefined ? chosen : undefined
    return { kind: 'created', email, generatedPassword }
  })
}

/** 119 random bits in letters that cannot be mistaken for one another. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

async function savePassword(file: string, password: string) {
  try {
    ensureDirectory(path.dirname(file))
    await writeFile(file, `${password}\n`, { mode: 0o600 })
    // An older file keeps the rights it had.
    await chmod(file, 0o600)
  } catch (error) {
    throw new StartupError(`DATA_DIR cannot be written: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}
