import { paths } from '#contract/paths.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Composers, Mailer } from '#server/platform/mail/mailer.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Administrators } from '#server/viewer.ts'
import { countOpenItems } from './reports/repository.ts'
import { findDecision, findEmail, listAdministratorIds, markReportsMailed } from './repository.ts'

export type ModerationMail =
  | { kind: 'content-removed' | 'content-restored'; decisionId: string }
  | { kind: 'account-suspended'; userId: string; reason: string }
  | { kind: 'suspension-lifted' | 'report-digest'; userId: string }
export type ModerationMailer = Mailer<ModerationMail>

type Deps = { db: Db; publicUrl: string; brandName: string }

/** Mails to the uploader about decisions, and to administrators about new reports. */
export function composeModerationMails({
  db,
  publicUrl,
  brandName,
}: Deps): Composers<ModerationMail> {
  const find = async ({ decisionId }: { decisionId: string }) => {
    const decision = await findDecision(db, decisionId)
    if (!decision?.email) return undefined
    const path = decision.kind === 'playlist' ? paths.playlist(decision) : paths.track(decision)
    return { ...decision, to: decision.email, url: publicUrl + path }
  }

  return {
    'content-removed': async (job) => {
      const decision = await find(job)
      if (!decision) return undefined
      const { to, kind, title, reason, url } = decision
      return {
        to,
        subject: `Your ${kind} was removed from ${brandName}`,
        paragraphs: [
          `A moderator removed your ${kind} "${title}". Only you and the administrators can open it.`,
          `The reason: ${reason ?? ''}`,
        ],
        action: { label: `Open your ${kind}`, url },
      }
    },
    'content-restored': async (job) => {
      const decision = await find(job)
      if (!decision) return undefined
      const { to, kind, title, url } = decision
      return {
        to,
        subject: `Your ${kind} is back on ${brandName}`,
        paragraphs: [`A moderator restored your ${kind} "${title}".`],
        action: { label: `Open your ${kind}`, url },
      }
    },
    'account-suspended': async ({ userId, reason }) => {
      const to = await findEmail(db, userId)
      if (!to) return undefined
      return {
        to,
        subject: `Your account on ${brandName} is suspended`,
        paragraphs: [
          'A moderator suspended your account. You are signed out and cannot sign in, and nothing of yours is visible to others.',
          `The reason: ${reason}`,
        ],
      }
    },
    'suspension-lifted': async ({ userId }) => {
      const to = await findEmail(db, userId)
      if (!to) return undefined
      return {
        to,
        subject: `Your account on ${brandName} is no longer suspended`,
        paragraphs: ['A moderator lifted the suspension of your account. Everything is as before.'],
        action: { label: 'Sign in', url: `${publicUrl}/api/login` },
      }
    },
    'report-digest': async ({ userId }) => {
      const [to, open] = [await findEmail(db, userId), await countOpenItems(db)]
      if (!to || open === 0) return undefined
      return {
        to,
        subject: `New reports on ${brandName}`,
        paragraphs: [
          open === 1 ? 'One report waits for a decision.' : `${open} reports wait for a decision.`,
        ],
        action: { label: 'Open reports', url: publicUrl + paths.reports },
      }
    },
  }
}

type DigestDeps = { db: Db; mailer: ModerationMailer | undefined; administrators: Administrators }

/** At most once an hour, and only if there are new reports. Without mail, reports stay new until it is configured. */
export const reportDigestTask = (deps: DigestDeps): Task => ({
  name: 'report-digest',
  cron: '23 * * * *',
  run: () => sendDigest(deps),
})

export async function sendDigest({ db, mailer, administrators }: DigestDeps): Promise<void> {
  if (!mailer || !(await markReportsMailed(db))) return
  for (const userId of await listAdministratorIds(db, administrators))
    await mailer.enqueue({ kind: 'report-digest', userId })
}
