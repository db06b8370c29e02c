import { randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { transliterate } from '#server/shared/slug.ts'
import { findUsernameProblem } from '#server/shared/username.ts'
import type { Claims } from '../provider/claims.ts'

/**
 * The initial username of a new user, in letters that most can type; undefined if no claim fits. Usernames are public, so
 * nothing that is an email address becomes one, not even in part.
 */
export function usernameFrom({ preferredUsername, name, givenName }: Claims): string | undefined {
  for (const claim of [preferredUsername, name, givenName]) {
    const username = claim === undefined || isEmailLike(claim) ? '' : clean(claim)
    if (!username || findUsernameProblem(username)) continue
    const typeable = truncate(transliterate(username), limits.maxUsernameLength)
    return findUsernameProblem(typeable) ? username : typeable
  }
  return undefined
}

/** The username with a random number, for one that is taken or too short; 'listener' if no claim gives one. */
export function numberedUsername(username = 'listener'): string {
  const number = `-${randomInt(1000, 100_000)}`
  return truncate(username, limits.maxUsernameLength - number.length) + number
}

/** In code points, as the contract counts. */
export const isLongEnough = (username: string) => [...username].length >= limits.minUsernameLength

/** Some providers send the email address as preferred_username or name. */
const isEmailLike = (claim: string) => /\S@\S/.test(claim.normalize('NFKC'))

function clean(claim: string): string {
  const cleaned = claim
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
  return truncate(cleaned, limits.maxUsernameLength)
}

const truncate = (text: string, maxLength: number) => [...text].slice(0, maxLength).join('')
