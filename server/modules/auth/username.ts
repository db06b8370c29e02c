import { randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Claims } from '#server/platform/identity/oidc-client.ts'

/** The name a new person starts with, in the letters that a username may have. */
export function usernameFrom({ preferredUsername, email }: Claims): string {
  // Some providers give the e-mail address as the preferred username.
  const [wished = ''] = (preferredUsername ?? email ?? '').split('@')
  const cleaned = wished
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
  return truncate(cleaned, limits.usernameMax) || 'listener'
}

/** The same name with a number, for when it is taken or too short. */
export function numberedUsername(username: string): string {
  const number = `-${randomInt(1000, 100_000)}`
  return truncate(username, limits.usernameMax - number.length) + number
}

/** In letters, as the contract counts: some take two places in a string. */
export const isLongEnough = (username: string) => [...username].length >= limits.usernameMin

const truncate = (text: string, most: number) => [...text].slice(0, most).join('')
