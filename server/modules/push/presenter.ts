import type { Notification } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import type { PushMessage } from '#contract/push.ts'
import { describeNotification } from '#server/modules/notifications/describe.ts'

const maxTextLength = 400

export function presentMessage(
  notification: Notification,
  { brandName, tag }: { brandName: string; tag: string },
): PushMessage {
  const text = describeNotification(notification)
  return {
    title: brandName,
    text: text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text,
    path: pathOf(notification),
    tag,
  }
}

/** The page of what it is about. */
function pathOf({ kind, item, actors, count }: Notification): string {
  if (item?.kind === 'track')
    return paths.track(item) + (kind === 'comment' || kind === 'reply' ? '#comments' : '')
  if (item) return paths.playlist({ ...item, type: item.type ?? 'playlist' })
  const [actor] = actors
  return kind === 'follow' && actor && count === 1 ? paths.profile(actor.id) : paths.notifications
}
