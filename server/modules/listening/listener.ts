import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Viewer } from '#server/viewer.ts'

/** Identifies an anonymous browser by a random token in a cookie. */
const tokenPattern = /^[\w-]{22}$/

export function newListenerToken(): string {
  return randomBytes(16).toString('base64url')
}

const listenerCookie = 'listener'

/** The token of the browser that sent these cookies; undefined if it has none yet. */
export function listenerTokenOf(cookies: Record<string, string | undefined>): string | undefined {
  const token = cookies[listenerCookie]
  return token !== undefined && tokenPattern.test(token) ? token : undefined
}

type Cookies = Record<string, string | undefined>
type Reply = { header(name: string, value: string): unknown }
const oneYearSeconds = 365 * 24 * 60 * 60

/** The token of the browser, which gets one if it has none yet. */
export function createListenerCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Max-Age=${oneYearSeconds}; Path=/; HttpOnly${secure}; SameSite=Lax`
  return ({ cookies }: { cookies: Cookies }, reply: Reply): string => {
    const known = listenerTokenOf(cookies)
    if (known) return known
    const token = newListenerToken()
    // Not `setCookie`, which files that are sent past Fastify would not have.
    reply.header('set-cookie', `${listenerCookie}=${token}; ${attributes}`)
    return token
  }
}

type Client = { address: string; browser: string }

/** Identifies a browser without a cookie for one day (UTC). Without the salt it cannot be computed from an address. */
export function dailyListenerToken(
  salt: Buffer,
  { address, browser }: Client,
  now = new Date(),
): string {
  const day = now.toISOString().slice(0, 10)
  return createHmac('sha256', salt)
    .update(JSON.stringify([day, address, browser]))
    .digest('base64url')
}

/** The key that plays are deduplicated by: one per user in all their browsers, or one per anonymous browser. */
export function listenerKey(viewer: Viewer | undefined, token: string): string {
  const identity = viewer ? `person ${viewer.id}` : `browser ${token}`
  return createHash('sha256')
    .update(identity)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
