import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookie } from '#server/platform/http/host-cookie.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { newToken } from '#server/platform/secrets/secrets.ts'
import { type Account, findAccountByEmail, findAccountById } from '../repository.ts'
import type { Device } from './login-throttle.ts'

type Cookies = Record<string, string | undefined>
/** The part of a Fastify reply that is used here. */
type Reply = {
  request: { cookies: Cookies }
  setCookie(name: string, value: string, options: object): unknown
}

const maxAgeSeconds = 180 * 24 * 60 * 60
/** How many accounts one browser remembers. */
const maxAccounts = 3

export type Devices = ReturnType<typeof createDevices>

/**
 * Browsers in which an account has signed in before: a signed cookie lets them make a few password attempts of their
 * own, so that attempts from elsewhere cannot lock the account's owner out. It grants no access, and is valid for one
 * account with its current password (docs/decisions/0004-sign-in-under-attack.md).
 */
export function createDevices(db: Db, key: Buffer, publicUrl: string) {
  const { name, options } = hostCookie('device', publicUrl)
  const sign = (content: string, { passwordHash }: Account) =>
    createHmac('sha256', key).update(`${content} ${passwordHash}`).digest()
  const tokensIn = (cookies: Cookies) =>
    (cookies[name] ?? '').split('~').slice(0, maxAccounts).flatMap(parseToken)

  const isValid = ({ content, accountId, expires, mac }: Token, account: Account | undefined) =>
    account !== undefined &&
    accountId === account.id &&
    expires > Date.now() &&
    isEqual(mac, sign(content, account))

  return {
    /** This browser, if the account with this email has signed in here. */
    async find(cookies: Cookies, email: string): Promise<Device | undefined> {
      const tokens = tokensIn(cookies)
      if (tokens.length === 0) return undefined
      const account = await findAccountByEmail(db, email)
      return tokens.find((token) => isValid(token, account))
    },
    /** This browser, if any account has signed in here. */
    async findAny(cookies: Cookies): Promise<Device | undefined> {
      const [latest] = tokensIn(cookies)
      if (!latest) return undefined
      return isValid(latest, await findAccountById(db, latest.accountId)) ? latest : undefined
    },
    /** After a sign-in, and after a change of the password. */
    setCookie(reply: Reply, account: Account) {
      const { cookies } = reply.request
      const known = tokensIn(cookies).find((token) => isValid(token, account))
      const id = known?.id ?? newToken()
      const content = [account.id, id, Date.now() + maxAgeSeconds * 1000].join('.')
      const token = `${content}.${sign(content, account).toString('base64url')}`
      const others = tokensIn(cookies)
        .filter(({ accountId }) => accountId !== account.id)
        .map((other) => `${other.content}.${other.mac.toString('base64url')}`)
      const value = [token, ...others].slice(0, maxAccounts).join('~')
      reply.setCookie(name, value, { ...options, maxAge: maxAgeSeconds })
    },
  }
}

type Token = { content: string; accountId: string; id: string; expires: number; mac: Buffer }

function parseToken(text: string): Token[] {
  const parts =
    /^(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})\.(\d{13}))\.([\w-]{43})$/.exec(text)
  if (!parts) return []
  const [, content = '', accountId = '', id = '', expires = '', mac = ''] = parts
  return [{ content, accountId, id, expires: Number(expires), mac: Buffer.from(mac, 'base64url') }]
}

const isEqual = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
