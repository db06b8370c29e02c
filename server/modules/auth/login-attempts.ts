import type { SignInChecks } from '#server/platform/identity/oidc-client.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { insertLoginAttempt, takeLoginAttempt } from './queries.ts'
import { hashToken } from './secret-token.ts'

export const attemptMinutes = 10

/** Remembers a sign-in under way. Only the browser that began it, known by its cookie, can finish it. */
export async function keepAttempt(
  db: Db,
  { state, nonce, codeVerifier }: SignInChecks,
  browser: string,
  returnTo: string,
) {
  await insertLoginAttempt(db, {
    stateHash: hashToken(state),
    browserHash: hashToken(browser),
    nonce,
    codeVerifier,
    returnTo,
    expiresAt: new Date(Date.now() + attemptMinutes * 60_000),
  })
}

/** Works once. */
export async function takeAttempt(
  db: Db,
  state: string,
  browser: string,
): Promise<(SignInChecks & { returnTo: string }) | undefined> {
  const attempt = await takeLoginAttempt(db, hashToken(state), hashToken(browser))
  if (!attempt) return undefined
  const { nonce, codeVerifier, returnTo } = attempt
  return { state, nonce, codeVerifier, returnTo }
}
