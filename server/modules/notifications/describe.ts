import { displayName } from '#contract/display-name.ts'
import type { Notification } from '#contract/notifications.ts'

const describeDecision = (detail = '') =>
  detail.startsWith('comment-')
    ? `${detail.slice('comment-'.length)} your comment on `
    : `${detail} `

/** One sentence, as in the list. */
export function describeNotification({ kind, count, actors, detail, item }: Notification): string {
  const [first] = actors.map(displayName)
  const others = count === 2 ? '1 other' : `${count - 1} others`
  const who = count > 1 ? `${first} and ${others}` : `${first}`
  const what = item?.title ?? ''
  const texts: Record<Notification['kind'], string> = {
    follow: `${who} followed you`,
    like: `${who} liked ${what}`,
    save: `${who} saved ${what}`,
    release: `${who} released ${what}`,
    credit:
      detail === 'accepted'
        ? `${who} accepted the credit on ${what}`
        : `${who} credited you on ${what}`,
    note: `${detail} left a note on ${what}`,
    comment: `${who} commented on ${what}`,
    reply: `${who} replied to your comment on ${what}`,
    repost: `${who} reposted ${what}`,
    moderation: item
      ? `A moderator ${describeDecision(detail)}${what}`
      : 'Your account is no longer suspended',
  }
  return texts[kind]
}
