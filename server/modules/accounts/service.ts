import type { QueuedJob } from '#server/platform/batching/fair-queue.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { inviteRequired } from './errors.ts'
import { builtInIssuer } from './issuer.ts'
import { deletePasskeysOf } from './passkeys/repository.ts'
import {
  type Account,
  deleteAccountRow,
  deleteAllRecords,
  deleteRecordsOfAccount,
  deleteRecordsOfSession,
  findAccountByEmail,
  findAccountById,
  insertAccount,
  lockAccount,
  type Passwords,
  updatePasswordHash,
  updatePasswords,
} from './repository.ts'
import { endLinks } from './settings/link-tokens.ts'
import type { PasswordHasher } from './sign-in/passwords.ts'

export type { Account }

export type Accounts = {
  find(id: string): Promise<Account | undefined>
  /** The account if the password is correct. An unknown email takes as long as a wrong password. */
  signIn(
    credentials: { email: string; password: string },
    job?: QueuedJob,
  ): Promise<Account | undefined>
  /**
   * A new account. If the email already has one, that account if the password is correct.
   * See docs/decisions/0004-no-account-enumeration.md.
   */
  create(account: NewAccountInput, job?: QueuedJob): Promise<Account | undefined>
  /**
   * Creates an account unless the email has one. Takes the same work and returns nothing in both cases: the owner of
   * the email gets a mail. Undefined if no mail is configured.
   */
  request: ((account: NewAccountInput, job?: QueuedJob) => Promise<void>) | undefined
}

type NewAccountInput = { email: string; password: string; displayName: string; invite?: string }

/** Sends a mail to the address: it verifies a new account, or says that the address already has one. */
export type RegistrationMail = (account: Account, isNew: boolean) => Promise<void>

/** Used while registration is by invite. */
export type Invites = {
  /** Whether an account can be created with it now. */
  isUsable(token: string): Promise<boolean>
  /** In the transaction that creates the account; false if it cannot be used any more. */
  consume(tx: Db, token: string, identity: { issuer: string; subject: string }): Promise<boolean>
}

/** Whether the user of an account is suspended. */
export type IsSuspended = (accountId: string) => Promise<boolean>

type Deps = {
  db: Db
  passwordHasher: PasswordHasher
  sendRegistrationMail?: RegistrationMail | undefined
  invites?: Invites | undefined
  /** Addresses of administrators: their accounts are created at startup and cannot be registered. */
  reservedEmails?: readonly string[] | undefined
}

export function createAccounts(deps: Deps): Accounts {
  const { db, passwordHasher, sendRegistrationMail, invites, reservedEmails = [] } = deps
  const reserved = new Set(reservedEmails.map((email) => email.toLowerCase()))
  const verify = async (account: Account | undefined, password: string, job?: QueuedJob) =>
    (await passwordHasher.verify(password, account?.passwordHash, job)) ? account : undefined

  const insert = (
    { email, displayName, invite = '' }: NewAccountInput,
    passwordHash: string,
  ): Promise<Account | undefined> =>
    db.transaction(async (tx) => {
      if (reserved.has(email.toLowerCase())) return undefined
      const account = await insertAccount(tx, {
        email: email.toLowerCase(),
        passwordHash,
        displayName,
        // ADMIN_EMAILS only applies to verified addresses.
        emailVerified: false,
        verificationRequired: sendRegistrationMail !== undefined,
      })
      if (!account || !invites) return account
      const identity = { issuer: builtInIssuer, subject: account.id }
      if (!(await invites.consume(tx, invite, identity))) throw inviteRequired()
      return account
    })

  return {
    find: async (id) => (isUuid(id) ? findAccountById(db, id) : undefined),

    request:
      sendRegistrationMail &&
      (async (input, job) => {
        const created = await insert(input, await passwordHasher.hash(input.password, job))
        const account = created ?? (await findAccountByEmail(db, input.email))
        if (account) await sendRegistrationMail(account, created !== undefined)
      }),

    signIn: async ({ email, password }, job) =>
      verify(await findAccountByEmail(db, email), password, job),

    async create(input, job) {
      const { email, password } = input
      const existing = await findAccountByEmail(db, email)
      if (existing) return verify(existing, password, job)
      const created = await insert(input, await passwordHasher.hash(password, job))
      // Undefined if a concurrent request created an account for the same address.
      return created ?? verify(await findAccountByEmail(db, email), password, job)
    },
  }
}

/** Deletes the account and its sessions at the provider. */
export async function deleteAccount(db: Db, id: string) {
  if (!isUuid(id)) return
  await deleteAccountRow(db, id)
  await deleteRecordsOfAccount(db, id)
}

/** Identifies an account's password: a sign-in in progress with another one is not completed. */
export const passwordIdOf = ({ passwordHash }: Account): string => hashToken(passwordHash)

/** Whether a sign-in was made with the account's current password, which then stays until the transaction ends. */
export async function isCurrentPassword(db: Db, id: string, passwordId: string | undefined) {
  const account = isUuid(id) ? await lockAccount(db, id) : undefined
  return account !== undefined && passwordIdOf(account) === passwordId
}

/** Returns false if the password has changed meanwhile. The caller ends sessions in the same transaction. */
export async function replacePassword(
  db: Db,
  { id, passwordHash }: Account,
  newHash: string,
): Promise<boolean> {
  await endLinks(db, id, linksOfPassword)
  return updatePasswordHash(db, { id, from: passwordHash, to: newHash })
}

/** The links that a changed password ends: those that could change the password or the email address. */
const linksOfPassword = ['reset-password', 'change-email'] as const

/**
 * For whoever does not know the old password, such as the owner of an address that somebody else registered: also
 * removes all passkeys. The caller ends all sessions of the account in the same transaction.
 */
export async function setPassword(db: Db, id: string, passwords: Passwords) {
  await endLinks(db, id, linksOfPassword)
  await deletePasskeysOf(db, id)
  await updatePasswords(db, id, passwords)
}

/** Ends all sessions of an account at the provider, and its sign-ins in progress. */
export const endProviderSessions = (db: Db, id: string) => deleteRecordsOfAccount(db, id)

/** Ends one session at the provider: the browser has to enter the password again. */
export const endProviderSession = (db: Db, session: string) => deleteRecordsOfSession(db, session)

/** As `endProviderSessions`, except one session. */
export const endOtherProviderSessions = (db: Db, id: string, session: string | undefined) =>
  deleteRecordsOfAccount(db, id, session)

/** Ends all sessions and all sign-ins in progress at the provider. */
export const endAllProviderSessions = (db: Db) => deleteAllRecords(db)

/** The id of the account with this email. */
export async function findAccountId(db: Db, email: string): Promise<string | undefined> {
  return (await findAccountByEmail(db, email))?.id
}
