import type { UserSummary } from '#contract/fields.ts'
import type { Notification } from '#contract/notifications.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { NotificationRow } from './list-repository.ts'

const maxNamed = 2

export function presentNotification(
  row: NotificationRow,
  { seenAt, actors }: { seenAt: Date; actors: Map<string, UserSummary> },
): Notification {
  const known = row.actorIds.flatMap((id) => actors.get(id) ?? [])
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    isUnread: row.at > seenAt,
    count: row.count - (row.actorIds.length - known.length),
    actors: known.slice(0, maxNamed).map(presentUser),
    ...(row.detail !== null && { detail: row.detail }),
    item: presentItem(row),
  }
}

function presentItem({
  trackId,
  playlistId,
  slug,
  title,
  type,
}: NotificationRow): Notification['item'] {
  if (slug === null || title === null) return null
  if (trackId !== null) return { kind: 'track', id: trackId, slug, title }
  return { kind: 'playlist', id: playlistId ?? '', slug, title, type: type ?? 'playlist' }
}
