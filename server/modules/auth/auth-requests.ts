import type { PkceState } from '#server/platform/identity/oidc-client.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deleteAuthRequest, insertAuthRequest } from './repository.ts'
import { hashToken } from './secret-token.ts'

export const authRequestMinutes = 10

/** Remembers a sign-in under way. Only the browser that began it, known by its cookie, can finish it. */
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

/** Works once. */
export async function consumeAuthRequest(
  db: Db,
  state: string,
  browser: string,
): Promise<(PkceState & { returnTo: string }) | undefined> {
  const attempt = await deleteAuthRequest(db, hashToken(state), hashToken(browser))
  if (!attempt) return undefined
  const { nonce, codeVerifier, returnTo } = attempt
  return { state, nonce, codeVerifier, returnTo }
}
