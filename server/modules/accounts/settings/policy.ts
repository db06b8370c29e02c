import { badRequest, forbidden } from '#server/errors.ts'
import type { CurrentSession, UserRow } from '../sessions/sessions.ts'

const recentMs = 5 * 60_000

/** For users whose password this site does not have. */
export function assertRecentSignIn({ startedAt }: CurrentSession): void {
  if (Date.now() - startedAt.getTime() > recentMs)
    throw forbidden(
      'Please sign in again first: this needs a sign-in within the last five minutes.',
    )
}

/** Checks the username that is typed to confirm a deletion, in any case: no two usernames differ in case alone. */
export function assertUsername({ username }: UserRow, typed: string): void {
  if (typed.trim().toLowerCase() !== username.toLowerCase())
    throw badRequest('That is not your username.')
}
