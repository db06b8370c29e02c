import type { Message } from '#server/platform/mail/compose.ts'
import type { Composers, Mailer } from '#server/platform/mail/mailer.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { forgotPasswordPath, resetPasswordPath, verifyEmailPath } from '../pages/link-forms.ts'
import { type Account, findAccountByEmail, findAccountById } from '../repository.ts'
import { createLinkToken, type LinkKind } from './link-tokens-repository.ts'

/**
 * Each goes only to the address for which it was counted, not to the one that the account has by then. `accountId` is
 * null if no account has the address, so that callers cannot tell the difference.
 */
export type AccountMail = { to: string } & (
  | { kind: 'reset-password'; accountId: string | null }
  | { kind: 'verify-email' | 'account-exists' | 'change-email'; accountId: string }
  | { kind: 'email-changed' }
)
export type AccountMailer = Mailer<AccountMail>

type Deps = { db: Db; publicUrl: string; brandName: string }

const hour = 60
const day = 24 * hour

/** The mails of accounts. Each link is created when its mail is sent, so that it is valid from then on. */
export function composeAccountMails({ db, publicUrl, brandName }: Deps): Composers<AccountMail> {
  const findAccount = async ({ accountId, to }: { accountId: string | null; to: string }) => {
    const account = accountId ? await findAccountById(db, accountId) : undefined
    return account?.email.toLowerCase() === to.toLowerCase() ? account : undefined
  }
  const link = (account: Account, kind: LinkKind, email: string, minutes: number) =>
    createLinkToken(db, { kind, accountId: account.id, email, minutes })

  const verification = async (account: Account, kind: LinkKind, to: string): Promise<Message> => {
    const token = await link(account, kind, to, day)
    return {
      to,
      subject: `Verify your email for ${brandName}`,
      paragraphs: [
        'Please confirm that this address is yours. The link works once, for 24 hours.',
        'If you did not ask for this, ignore this mail.',
      ],
      action: { label: 'Verify email', url: publicUrl + verifyEmailPath(token) },
    }
  }

  return {
    'reset-password': async (job) => {
      const account = await findAccount(job)
      if (!account) return undefined
      const token = await link(account, 'reset-password', account.email, hour)
      return {
        to: account.email,
        subject: `Set a new password for ${brandName}`,
        paragraphs: [
          'Someone, probably you, requested a new password for your account.',
          'The link works once, for one hour. If it was not you, ignore this mail: nothing has changed.',
        ],
        action: { label: 'Set a new password', url: publicUrl + resetPasswordPath(token) },
      }
    },
    'verify-email': async (job) => {
      const account = await findAccount(job)
      if (!account || account.emailVerified) return undefined
      return verification(account, 'verify-email', account.email)
    },
    'account-exists': async (job) => {
      const account = await findAccount(job)
      if (!account) return undefined
      return {
        to: account.email,
        subject: `You already have an account at ${brandName}`,
        paragraphs: [
          'Someone, probably you, tried to create an account with this address, which already has one. Nothing has changed: sign in with your existing password.',
          'If you have forgotten it, set a new one. If it was not you, ignore this mail.',
        ],
        action: { label: 'Set a new password', url: publicUrl + forgotPasswordPath },
      }
    },
    'change-email': async ({ accountId, to }) => {
      const account = await findAccountById(db, accountId)
      // A taken address gets no mail, and the caller does not learn that.
      if (account?.pendingEmail !== to || (await findAccountByEmail(db, to))) return undefined
      return verification(account, 'change-email', to)
    },
    'email-changed': async ({ to }) => ({
      to,
      subject: `Your email for ${brandName} was changed`,
      paragraphs: [
        'Your account has another email address from now on.',
        'If it was not you, ask an administrator of the site for help.',
      ],
    }),
  }
}

export type SendLimited = (mail: AccountMail) => Promise<void>

/**
 * Sends at most five mails an hour to an address, regardless of the caller, so that no mailbox is flooded. Callers do
 * not learn whether it was sent, because it would reveal whether the address has an account. Links to a new password
 * and the notice of a changed address are counted apart: otherwise anybody could use up the limit and suppress them.
 */
export function limitMails(mailer: AccountMailer, limiter: RateLimiter): SendLimited {
  const limit = (name: string) => limiter.strict(name, { max: 5, windowSeconds: 3600 }, () => '')
  const verifications = limit('verification-mails')
  const apart: Partial<Record<AccountMail['kind'], typeof verifications>> = {
    'reset-password': limit('reset-mails'),
    'email-changed': limit('change-notices'),
  }
  return async (mail) => {
    const limited = apart[mail.kind] ?? verifications
    if (await limited.admits(mail.to.toLowerCase())) await mailer.enqueue(mail)
  }
}
