import type { Db } from '#server/platform/postgres/open.ts'
import type { PasswordHasher } from './passwords.ts'
import {
  type Account,
  deleteAccountWithRecords,
  findAccountByEmail,
  findAccountById,
  insertAccount,
} from './repository.ts'

export type Accounts = {
  find(id: string): Promise<Account | undefined>
  /** The account if the password is correct. An unknown e-mail takes as long as a wrong password. */
  signIn(credentials: { email: string; password: string }): Promise<Account | undefined>
  /**
   * A new account. If the e-mail already has one, that account if the password is correct.
   * See docs/decisions/0004-no-account-enumeration.md.
   */
  create(account: {
    email: string
    password: string
    displayName: string
  }): Promise<Account | undefined>
}

export function createAccounts(db: Db, passwordHasher: PasswordHasher): Accounts {
  const verify = async (account: Account | undefined, password: string) =>
    (await passwordHasher.verify(password, account?.passwordHash)) ? account : undefined

  return {
    find: async (id) => (isUuid(id) ? findAccountById(db, id) : undefined),

    signIn: async ({ email, password }) => verify(await findAccountByEmail(db, email), password),

    async create({ email, password, displayName }) {
      const existing = await findAccountByEmail(db, email)
      if (existing) return verify(existing, password)
      const passwordHash = await passwordHasher.hash(password)
      const created = await insertAccount(db, {
        email: email.toLowerCase(),
        passwordHash,
        displayName,
        // ADMIN_EMAILS only applies to verified addresses.
        emailVerified: false,
      })
      // Undefined if a concurrent request created an account for the same address.
      return created ?? verify(await findAccountByEmail(db, email), password)
    },
  }
}

/** Deletes the account and its sessions at the provider. */
export async function deleteAccount(db: Db, id: string) {
  if (isUuid(id)) await deleteAccountWithRecords(db, id)
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
