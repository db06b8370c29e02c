import { randomInt } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CannotStart } from '#server/errors.ts'
import { makeFolder } from '#server/platform/files/make-folder.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Passwords } from './passwords.ts'
import { findAccountByEmail, insertAccount, oneAtATime, updatePasswordHash } from './queries.ts'

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
  passwords: Passwords,
  { email, password, passwordFile }: Options,
): Promise<AdministratorOutcome> {
  return oneAtATime(db, 'administrator', async (locked) => {
    const account = await findAccountByEmail(locked, email)
    if (account) {
      if (!account.emailVerified) return { kind: 'address-not-verified', email }
      if (password === undefined || (await passwords.matches(password, account.passwordHash)))
        return { kind: 'unchanged' }
      await updatePasswordHash(locked, account.id, await passwords.hash(password))
      return { kind: 'password-changed', email }
    }
    const chosen = password ?? generatePassword()
    // Kept before the account is: a crash between the two leaves nobody locked out.
    if (password === undefined) await keep(passwordFile, chosen)
    await insertAccount(locked, {
      email: email.toLowerCase(),
      passwordHash: await passwords.hash(chosen),
      displayName: 'Administrator',
      emailVerified: true,
    })
    return {
      kind: 'created',
      email,
      generatedPassword: password === undefined ? chosen : undefined,
    }
  })
}

/** 119 random bits in letters that cannot be mistaken for one another. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

async function keep(file: string, password: string) {
  try {
    makeFolder(path.dirname(file))
    await writeFile(file, `${password}\n`, { mode: 0o600 })
    // An older file keeps the rights it had.
    await chmod(file, 0o600)
  } catch (error) {
    throw new CannotStart(`DATA_DIR cannot be written: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}
