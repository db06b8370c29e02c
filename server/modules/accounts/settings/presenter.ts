import type { Account, AccountSession } from '#contract/account.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { PasskeyRow } from '../passkeys/repository.ts'
import type { Account as LocalAccount } from '../repository.ts'
import type { SignedInUser } from '../sessions/auth-context.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { isVerificationRequired } from './email.ts'
import { describeUserAgent } from './user-agent.ts'

type AccountDetails = {
  account: LocalAccount | undefined
  providerUrl: string | null
  hasMail: boolean
}

export function presentAccount(
  { user }: Pick<SignedInUser, 'user'>,
  { account, providerUrl, hasMail }: AccountDetails,
): Account {
  const { email, emailVerified } = account ?? user
  return {
    username: user.username,
    email,
    emailVerified,
    pendingEmail: (hasMail && account?.pendingEmail) || null,
    hasMail,
    isVerificationRequired: isVerificationRequired(account, hasMail),
    hasPassword: account !== undefined,
    providerUrl,
  }
}

export function presentSession({ sid, sess, usedAt }: SessionRow, current: string): AccountSession {
  const isCurrent = sid === current
  const lastUsed = isCurrent ? new Date() : usedAt
  return {
    id: sid,
    ...describeUserAgent(sess.userAgent),
    startedAt: new Date(sess.startedAt).toISOString(),
    lastUsedAt: lastUsed.toISOString(),
    isCurrent,
  }
}

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** Account pages of well-known identity providers. OpenID Connect discovery does not name them. */
const accountPages: Record<string, string> = {
  'accounts.google.com': 'https://myaccount.google.com/',
  'appleid.apple.com': 'https://account.apple.com/',
  'gitlab.com': 'https://gitlab.com/-/user_settings/profile',
  'login.microsoftonline.com': 'https://myaccount.microsoft.com/',
}

/** Where users change their email and password at an external provider, if that is known. */
export function providerAccountUrl(issuer: string | null): string | null {
  const url = issuer === null ? null : URL.parse(issuer)
  if (!url) return null
  // The issuer of Keycloak ends with its realm.
  if (/\/realms\/[^/]+\/?$/.test(url.pathname)) return `${url.href.replace(/\/$/, '')}/account`
  return accountPages[url.hostname] ?? null
}
