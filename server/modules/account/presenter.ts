import type { Account, AccountSession } from '#contract/account.ts'
import type { SignedInUser } from '#server/modules/auth/auth-context.ts'
import type { SessionRow } from '#server/modules/auth/sessions.ts'
import { describeUserAgent } from './user-agent.ts'

type AccountFacts = { hasPassword: boolean; providerUrl: string | null }

export function presentAccount({ user }: SignedInUser, facts: AccountFacts): Account {
  const { username, email, emailVerified } = user
  return { username, email, emailVerified, ...facts }
}

export function presentSession({ sid, sess, usedAt }: SessionRow, current: string): AccountSession {
  const isCurrent = sid === current
  const lastUsed = isCurrent ? new Date() : (usedAt ?? new Date(sess.startedAt))
  return {
    id: sid,
    ...describeUserAgent(sess.userAgent),
    startedAt: new Date(sess.startedAt).toISOString(),
    lastUsedAt: lastUsed.toISOString(),
    isCurrent,
  }
}
