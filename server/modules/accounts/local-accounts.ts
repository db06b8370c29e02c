import { badRequest } from '#server/errors.ts'
import type { QueuedJob } from '#server/platform/batching/fair-queue.ts'
import { whenClosed } from '#server/platform/http/when-closed.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { clientNetwork } from '#server/platform/rate-limit/client-subnet.ts'
import type { Passkeys } from './passkeys/service.ts'
import { type Account, findAccountById } from './repository.ts'
import { commonPassword, isCommonPassword } from './sign-in/common-passwords.ts'
import type { Devices } from './sign-in/devices.ts'
import type { LoginThrottle } from './sign-in/login-throttle.ts'
import type { PasswordHasher } from './sign-in/passwords.ts'

/** The part of a Fastify reply that is used here. */
type Reply = Parameters<typeof whenClosed>[0] & {
  request: { ip: string; cookies: Record<string, string | undefined> }
  setCookie(name: string, value: string, options: object): unknown
}
type Deps = {
  db: Db
  passwordHasher: PasswordHasher
  loginThrottle: LoginThrottle
  devices: Devices
  passkeys: Passkeys
}

/** The accounts of the built-in provider, for the settings of users who are signed in. */
export type LocalAccounts = {
  find(id: string): Promise<Account | undefined>
  /** Throws 400 if the password is wrong, which counts as a failed sign-in. */
  assertPassword(account: Account, password: string, reply: Reply): Promise<void>
  /** The hash of a new password. Throws 400 if it is too common. */
  hashNewPassword(account: { id: string }, password: string, reply: Reply): Promise<string>
  /** After a change of the password: this browser stays one in which the account has signed in. */
  setDeviceCookie(account: Account, reply: Reply): void
  passkeys: Passkeys
}

export function createLocalAccounts(deps: Deps): LocalAccounts {
  const { db, passwordHasher, loginThrottle, devices, passkeys } = deps
  return {
    passkeys,
    find: async (id) => (isUuid(id) ? findAccountById(db, id) : undefined),

    async assertPassword({ id, email, passwordHash }, password, reply) {
      const { ip, cookies } = reply.request
      const device = await devices.find(cookies, email)
      await loginThrottle.recordPassword(ip, email, device)
      if (!(await passwordHasher.verify(password, passwordHash, jobFor(id, reply))))
        throw badRequest('Incorrect password.')
      await loginThrottle.reset(email, device)
    },

    async hashNewPassword({ id }, password, reply) {
      if (await isCommonPassword(password)) throw badRequest(commonPassword)
      return passwordHasher.hash(password, jobFor(id, reply))
    },

    setDeviceCookie(account, reply) {
      const { name, value, options } = devices.cookieFor(reply.request.cookies, account)
      reply.setCookie(name, value, options)
    },
  }
}

/** As for a sign-in: many requests of one account or network, such as with one reset link, do not delay others. */
function jobFor(accountId: string, reply: Reply): QueuedJob {
  const keys = [`network ${clientNetwork(reply.request.ip)}`, `account ${accountId}`]
  return { keys, signal: whenClosed(reply) }
}
