import type { NotificationKind } from '#contract/notifications.ts'
import { paths, unsubscribePath } from '#contract/paths.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Composers, Mailer } from '#server/platform/mail/mailer.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { describeNotification } from './describe.ts'
import { listUnread } from './service.ts'
import { findSettings, listDigestUsers, saveDigestAt } from './settings-repository.ts'
import type { UnsubscribeTokens } from './unsubscribe.ts'

/** `since` is when the last one was sent. */
export type NotificationMail = { kind: 'notification-digest'; userId: string; since: string | null }
type NotificationMailer = Mailer<NotificationMail>

type Deps = {
  db: Db
  kinds: readonly NotificationKind[]
  publicUrl: string
  brandName: string
  tokens: UnsubscribeTokens
}

const maxLines = 20

/** What is unread, and no earlier mail has told. */
export function composeDigests({
  db,
  kinds,
  publicUrl,
  brandName,
  tokens,
}: Deps): Composers<NotificationMail> {
  return {
    'notification-digest': async ({ userId, since }) => {
      const settings = await findSettings(db, userId)
      if (!settings?.hasDigest || settings.email === null) return undefined
      const earlier = since === null ? undefined : new Date(since)
      const unread = await listUnread({ db, kinds }, userId, {
        limit: maxLines + 1,
        since: earlier,
      })
      if (unread.length === 0) return undefined
      const lines = unread.slice(0, maxLines).map(describeNotification)
      return {
        to: settings.email,
        subject: `New on ${brandName}`,
        paragraphs: unread.length > maxLines ? [...lines, 'And more.'] : lines,
        action: { label: 'Open notifications', url: publicUrl + paths.notifications },
        unsubscribeUrl: publicUrl + unsubscribePath(tokens.create(userId)),
      }
    },
  }
}

/** Once a day. A server that is killed between the two sends what is new with the next one. */
export const notificationDigestTask = (deps: SendDeps): Task => ({
  name: 'notification-digest',
  cron: '37 7 * * *',
  run: () => sendDigests(deps),
})

type SendDeps = { db: Db; mailer: NotificationMailer | undefined }

export async function sendDigests({ db, mailer }: SendDeps): Promise<void> {
  if (!mailer) return
  for (const { userId, digestAt } of await listDigestUsers(db)) {
    const since = digestAt?.toISOString() ?? null
    const now = new Date()
    await mailer.enqueue({ kind: 'notification-digest', userId, since })
    await saveDigestAt(db, userId, now)
  }
}
