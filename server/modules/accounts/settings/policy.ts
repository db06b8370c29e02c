import { badRequest, forbidden } from '#server/errors.ts'
import type { CurrentSession, UserRow } from '../sessions/sessions.ts'

const names = { 5: 'five', 10: 'ten' } as const

/** For what a stolen session must not do, where no password is sent. */
export function assertRecentSignIn({ startedAt }: CurrentSession, minutes: 5 | 10): void {
  if (Date.now() - startedAt.getTime() > minutes * 60_000)
    throw forbidden(
      `Please sign in again first: this needs a sign-in within the last ${names[minutes]} minutes.`,
    )
}

/** Checks the username that is typed to confirm a deletion, in any case: no two usernames differ in case alone. */
export function assertUsername({ username }: UserRow, typed: string): void {
  if (typed.trim().toLowerCase() !== username.toLowerCase())
    throw badRequest('That is not your username.')
}
