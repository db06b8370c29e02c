import { randomInt } from 'node:crypto'
import type { Db } from '#server/platform/postgres/open.ts'
import { saveSecretFile } from '#server/platform/secrets/secrets.ts'
import { type Account, findAccountByEmail, insertAccount, withAdvisoryLock } from './repository.ts'
import { changePassword } from './settings/change-password.ts'
import type { PasswordHasher } from './sign-in/passwords.ts'

type Options = {
  email: string
  /** From the settings; generated if undefined. */
  password: string | undefined
  /** Where a generated password is saved, readable by the file's owner only. */
  passwordFile: string
}

export type AdministratorOutcome =
  | { kind: 'created'; email: string; generatedPassword: string | undefined }
  | { kind: 'password-changed'; email: string }
  | { kind: 'unchanged' }
  /** The password was changed after the one in the settings had been applied, and stays. */
  | { kind: 'has-other-password' }
  /** The address belongs to an account from the sign-up form, which must not become administrator. */
  | { kind: 'address-not-verified'; email: string }

/** Creates the administrator's account, or updates its password. Safe with several servers starting at once. */
export async function ensureAdministrator(
  db: Db,
  passwordHasher: PasswordHasher,
  options: Options,
): Promise<AdministratorOutcome> {
  for (;;) {
    const account = await findAccountByEmail(db, options.email)
    if (account) return updateExisting(db, passwordHasher, account, options)
    const created = await createAccount(db, passwordHasher, options)
    if (created) return created
  }
}

/**
 * Creates the accounts of the other addresses in ADMIN_EMAILS, so that none of them can be registered. Their owners set
 * a password with 'Forgot password?' or a reset link.
 */
export async function createOtherAdministrators(
  db: Db,
  passwordHasher: PasswordHasher,
  emails: readonly string[],
): Promise<string[]> {
  const created: string[] = []
  for (const email of emails) {
    if (await findAccountByEmail(db, email)) continue
    const account = {
      email: email.toLowerCase(),
      passwordHash: await passwordHasher.hash(generatePassword()),
      displayName: 'Administrator',
      emailVerified: true,
    }
    if (await insertAccount(db, account)) created.push(email)
  }
  return created
}

async function updateExisting(
  db: Db,
  passwordHasher: PasswordHasher,
  account: Account,
  { email, password }: Options,
): Promise<AdministratorOutcome> {
  const { id, passwordHash, configuredPasswordHash } = account
  if (!account.emailVerified) return { kind: 'address-not-verified', email }
  if (password === undefined) return { kind: 'unchanged' }
  if (await passwordHasher.verify(password, configuredPasswordHash ?? passwordHash))
    return { kind: configuredPasswordHash === passwordHash ? 'unchanged' : 'has-other-password' }
  const hash = await passwordHasher.hash(password)
  await changePassword(db, id, { passwordHash: hash, configuredPasswordHash: hash })
  return { kind: 'password-changed', email }
}

/** Undefined if another server created the account first. */
async function createAccount(
  db: Db,
  passwordHasher: PasswordHasher,
  { email, password, passwordFile }: Options,
): Promise<AdministratorOutcome | undefined> {
  const newPassword = password ?? generatePassword()
  // Hashed before taking the lock: on a busy machine it takes seconds.
  const passwordHash = await passwordHasher.hash(newPassword)
  return withAdvisoryLock(db, 'administrator', async (locked) => {
    if (await findAccountByEmail(locked, email)) return undefined
    // Saved before the account: after a crash in between, the next start creates it again.
    if (password === undefined) await saveSecretFile(passwordFile, newPassword)
    await insertAccount(locked, {
      email: email.toLowerCase(),
      passwordHash,
      displayName: 'Administrator',
      emailVerified: true,
      ...(password !== undefined && { configuredPasswordHash: passwordHash }),
    })
    const generatedPassword = password === undefined ? newPassword : undefined
    return { kind: 'created', email, generatedPassword }
  })
}

/** 119 random bits, in characters that are not easily confused. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
