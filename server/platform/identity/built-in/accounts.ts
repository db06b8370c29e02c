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
  /** The account if the password is right. An unknown e-mail takes as long as a wrong password. */
  signIn(person: { email: string; password: string }): Promise<Account | undefined>
  /**
   * A new account; where the e-mail has one already, that one if the password is right.
   * See docs/decisions/0004-no-account-enumeration.md.
   */
  create(person: {
    email: string
    password: string
    displayName: string
  }): Promise<Account | undefined>
}

export function createAccounts(db: Db, passwords: PasswordHasher): Accounts {
  const check = async (account: Account | undefined, password: string) =>
    (await passwords.verify(password, account?.passwordHash)) ? account : undefined

  return {
    find: async (id) => (isUuid(id) ? findAccountById(db, id) : undefined),

    signIn: async ({ email, password }) => check(await findAccountByEmail(db, email), password),

    async create({ email, password, displayName }) {
      const known = await findAccountByEmail(db, email)
      if (known) return check(known, password)
      const passwordHash = await passwords.hash(password)
      const made = await insertAccount(db, {
        email: email.toLowerCase(),
        passwordHash,
        displayName,
        // Nobody has shown that the address is theirs, so that it makes nobody an administrator.
        emailVerified: false,
      })
      // Somebody else was a moment faster with the same address.
      return made ?? check(await findAccountByEmail(db, email), password)
    },
  }
}

/** For when a person is deleted: nobody can sign in to the account again, and its sessions end. */
export async function deleteAccount(db: Db, id: string) {
  if (isUuid(id)) await deleteAccountWithRecords(db, id)
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
