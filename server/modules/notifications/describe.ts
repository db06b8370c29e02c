import { displayName } from '#contract/display-name.ts'
import { notificationVerb } from '#contract/notification-verb.ts'
import type { Notification } from '#contract/notifications.ts'

/** One sentence, as in the list. */
export function describeNotification(notification: Notification): string {
  const { item } = notification
  return `${subjectOf(notification)} ${notificationVerb(notification)}${item ? ` ${item.title}` : ''}`
}

function subjectOf({ kind, count, actors, detail, item }: Notification): string {
  if (kind === 'moderation') return item ? 'A moderator' : 'Your account'
  if (kind === 'note') return `${detail} left a note`
  const [first] = actors.map(displayName)
  const others = count === 2 ? '1 other' : `${count - 1} others`
  return count > 1 ? `${first} and ${others}` : `${first}`
}
