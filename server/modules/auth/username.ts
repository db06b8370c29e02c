import { randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Claims } from '#server/platform/identity/oidc-client.ts'

/** The initial username of a new user, in allowed characters. */
export function usernameFrom({ preferredUsername, email }: Claims): string {
  // Some providers send the e-mail address as preferred_username.
  const [preferred = ''] = (preferredUsername ?? email ?? '').split('@')
  const cleaned = preferred
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
  return truncate(cleaned, limits.usernameMax) || 'listener'
}

/** The username with a random number, if it is taken or too short. */
export function numberedUsername(username: string): string {
  const number = `-${randomInt(1000, 100_000)}`
  return truncate(username, limits.usernameMax - number.length) + number
}

/** In code points, as the contract counts. */
export const isLongEnough = (username: string) => [...username].length >= limits.usernameMin

const truncate = (text: string, maxLength: number) => [...text].slice(0, maxLength).join('')
