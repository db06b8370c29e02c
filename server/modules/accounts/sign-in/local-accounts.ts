import { badRequest } from '#server/errors.ts'
import { consumeInvite } from '#server/modules/invites/service.ts'
import type { QueuedJob } from '#server/platform/batching/fair-queue.ts'
import { whenClosed } from '#server/platform/http/when-closed.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { clientNetwork } from '#server/platform/rate-limit/client-subnet.ts'
import { inviteRequired } from '../errors.ts'
import { builtInIssuer } from '../issuer.ts'
import { type Account, findAccountByEmail, findAccountById, insertAccount } from '../repository.ts'
import type { SendLimited } from '../settings/mails.ts'
import { commonPassword, isCommonPassword } from './common-passwords.ts'
import type { Devices } from './devices.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { PasswordHasher } from './passwords.ts'

/** The part of a Fastify reply that is used here. */
type Reply = Parameters<typeof whenClosed>[0] & {
  request: { ip: string; cookies: Record<string, string | undefined> }
}
type NewAccountInput = { email: string; password: string; displayName: string; invite?: string }
type Deps = {
  db: Db
  passwordHasher: PasswordHasher
  loginThrottle: LoginThrottle
  devices: Devices
  needsInvite: boolean
  /** Addresses of administrators: their accounts are created at startup and cannot be registered. */
  reservedEmails: readonly string[]
  /** Undefined if no mail is configured. */
  sendMail: SendLimited | undefined
}

export type LocalAccounts = ReturnType<typeof createLocalAccounts>

/** The accounts of the built-in provider. */
export function createLocalAccounts(deps: Deps) {
  const { db, passwordHasher, loginThrottle, devices, needsInvite, sendMail } = deps
  const reserved = new Set(deps.reservedEmails.map((email) => email.toLowerCase()))
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
        verificationRequired: sendMail !== undefined,
      })
      if (!account || !needsInvite) return account
      const identity = { issuer: builtInIssuer, subject: account.id }
      if (!(await consumeInvite(tx, invite, identity))) throw inviteRequired()
      return account
    })

  return {
    find: async (id: string) => (isUuid(id) ? findAccountById(db, id) : undefined),

    /** The account if the password is correct. An unknown email takes as long as a wrong password. */
    signIn: async ({ email, password }: { email: string; password: string }, job?: QueuedJob) =>
      verify(await findAccountByEmail(db, email), password, job),

    /**
     * A new account. If the email already has one, that account if the password is correct.
     * See docs/decisions/0004-sign-in-under-attack.md.
     */
    async create(input: NewAccountInput, job?: QueuedJob) {
      const { email, password } = input
      const existing = await findAccountByEmail(db, email)
      if (existing) return verify(existing, password, job)
      const created = await insert(input, await passwordHasher.hash(password, job))
      // Undefined if a concurrent request created an account for the same address.
      return created ?? verify(await findAccountByEmail(db, email), password, job)
    },

    /**
     * Creates an account unless the email has one. Takes the same work and returns nothing in both cases: the owner of
     * the email gets a mail, which verifies the new account or says that there already is one.
     */
    request:
      sendMail &&
      (async (input: NewAccountInput, job?: QueuedJob) => {
        const created = await insert(input, await passwordHasher.hash(input.password, job))
        const account = created ?? (await findAccountByEmail(db, input.email))
        const kind = created ? 'verify-email' : 'account-exists'
        if (account) await sendMail({ kind, to: account.email, accountId: account.id })
      }),

    /** Throws 400 if the password is wrong, which counts as a failed sign-in. */
    async assertPassword({ id, email, passwordHash }: Account, password: string, reply: Reply) {
      const { ip, cookies } = reply.request
      const device = await devices.find(cookies, email)
      await loginThrottle.recordPassword(ip, email, device)
      if (!(await passwordHasher.verify(password, passwordHash, jobFor(id, reply))))
        throw badRequest('Incorrect password.')
      await loginThrottle.reset(email, device)
    },

    /** The hash of a new password. Throws 400 if it is too common. */
    async hashNewPassword({ id }: { id: string }, password: string, reply: Reply) {
      if (await isCommonPassword(password)) throw badRequest(commonPassword)
      return passwordHasher.hash(password, jobFor(id, reply))
    },
  }
}

/** As for a sign-in: many requests of one account or network, such as with one reset link, do not delay others. */
function jobFor(accountId: string, reply: Reply): QueuedJob {
  const keys = [`network ${clientNetwork(reply.request.ip)}`, `account ${accountId}`]
  return { keys, signal: whenClosed(reply) }
}
