import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/** A mail is read without a session: its link names the user, and is signed. It opens nothing else. */
export function createUnsubscribeTokens(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'unsubscribe links')
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest()
  return {
    create: (userId: string) => `${userId}.${sign(userId).toString('base64url')}`,
    /** The user of a valid token. */
    read(token: string): string | undefined {
      const [userId = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      if (!isUuid(userId) || given.length !== 32) return undefined
      return timingSafeEqual(given, sign(userId)) ? userId : undefined
    },
  }
}
