import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { continueVerifyPath } from '../pages/link-forms.ts'
import type { PkceState } from '../provider/oidc-client.ts'
import { deleteAuthRequest, insertAuthRequest } from '../sessions/repository.ts'

export const authRequestMinutes = 10

/** Saves the state of a sign-in. Only the browser that started it, identified by its cookie, can complete it. */
export async function saveAuthRequest(
  db: Db,
  { state, nonce, codeVerifier }: PkceState,
  browser: string,
  returnTo: string,
) {
  await insertAuthRequest(db, {
    stateHash: hashToken(state),
    browserHash: hashToken(browser),
    nonce,
    codeVerifier,
    returnTo,
    expiresAt: new Date(Date.now() + authRequestMinutes * 60_000),
  })
}

/** Returns a saved sign-in and deletes it: each one can be completed once. */
export async function consumeAuthRequest(
  db: Db,
  state: string,
  browser: string,
): Promise<(PkceState & { returnTo: string }) | undefined> {
  const saved = await deleteAuthRequest(db, hashToken(state), hashToken(browser))
  if (!saved) return undefined
  const { nonce, codeVerifier, returnTo } = saved
  return { state, nonce, codeVerifier, returnTo }
}

function isApiPath(pathname: string): boolean {
  try {
    return /^\/(api|oidc)(\/|$)/.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}

/** Where a sign-in redirects to: a path of this site, else `/`. */
export function safeReturnTo(requested: string | undefined): string {
  if (!requested?.startsWith('/') || requested.length > 2000) return '/'
  const origin = 'http://this.site'
  const url = URL.parse(requested, origin)
  // Like browsers, the parser takes `//evil` and `/\evil` for another origin; `/.//evil` has the path `//evil`.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/'
  // An API URL, above all the one that logs out, is no page.
  if (isApiPath(url.pathname) && url.pathname !== continueVerifyPath) return '/'
  return url.pathname + url.search + url.hash
}
