import { limits } from '#contract/limits.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { unauthorized } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { countRows, listRows, type NotificationRow, type Only } from './list-repository.ts'
import { presentNotification } from './presenter.ts'
import {
  addEvents,
  announceRelease,
  announceTracks,
  deleteNotificationsOf,
  type Event,
  findActors,
  removeEvents,
} from './repository.ts'
import { findSettings, saveSeenAt } from './settings-repository.ts'

type Item = { trackId: string } | { playlistId: string }

/** `userId` is told that `actorId` did something. New tracks and releases are announced instead. */
export type Notice = { userId: string } & (
  | { kind: 'follow'; actorId: string }
  | { kind: 'like' | 'comment' | 'reply'; trackId: string; actorId: string }
  | { kind: 'save'; playlistId: string; actorId: string }
  | ({ kind: 'repost'; actorId: string } & Item)
  | ({ kind: 'credit'; actorId: string; detail: 'requested' | 'accepted' } & Item)
  /** On what the link is to. `detail` is the name that the author of the note gave. */
  | ({ kind: 'note'; detail: string } & Item)
  | ({ kind: 'moderation'; detail: 'removed' | 'restored' } & Item)
  | { kind: 'moderation'; detail: 'comment-removed' | 'comment-restored'; trackId: string }
  | { kind: 'moderation'; detail: 'lifted' }
)

const toEvent = (notice: Notice, at: Date | null = null): Event => ({
  trackId: null,
  playlistId: null,
  actorId: null,
  detail: null,
  ...notice,
  at,
})

/**
 * Call it in the transaction of what it tells about, once the rows that it names are locked. Nobody is told what they do
 * themselves, or what users do who are suspended or whom they blocked.
 */
export async function notify(tx: Db, ...notices: Notice[]): Promise<void> {
  if (notices.length > 0)
    await addEvents(
      tx,
      notices.map((notice) => toEvent(notice)),
    )
}

/** For what is undone, as a like. `at` is when it was done. */
export async function retract(tx: Db, ...notices: (Notice & { at: Date })[]): Promise<void> {
  if (notices.length > 0)
    await removeEvents(
      tx,
      notices.map(({ at, ...notice }) => toEvent(notice, at)),
    )
}

/** Of a user who is deleted. */
export const removeNotifications = (tx: Db, userId: string): Promise<void> =>
  deleteNotificationsOf(tx, userId)

/**
 * Followers of the owners are told of what is public now, and was never before. Call it whenever that may be so, in the
 * same transaction. With `at` it became public then, elsewhere: it is listed at that time, and no browser is told.
 */
export async function announce(
  tx: Db,
  {
    trackIds = [],
    releaseId,
    at,
  }: { trackIds?: string[]; releaseId?: string; at?: Date | undefined },
): Promise<void> {
  if (trackIds.length > 0) await announceTracks(tx, trackIds, at)
  if (releaseId !== undefined) await announceRelease(tx, releaseId, at)
}

/** The kinds that this site has: what was told before a feature was turned off is not listed. */
type Source = { db: Db; kinds: readonly NotificationKind[] }
type Listed = { items: { unread: number; notifications: Notification[] }; next: string | undefined }

export async function listNotifications(
  { db, kinds: known }: Source,
  query: PageQuery,
  viewer: Viewer,
): Promise<Listed> {
  const settings = await findSettings(db, viewer.id)
  if (!settings) throw unauthorized()
  const { seenAt, disabled } = settings
  const kinds = known.filter((kind) => !disabled.includes(kind))
  const page = await readPage(
    'notifications',
    query,
    (range) => listRows(db, viewer, { ...range, kinds }),
    ({ id, at }) => [at, id],
  )
  const unreadRange = { limit: limits.maxUnread, after: undefined, since: seenAt, kinds }
  const unread = await countRows(db, viewer, unreadRange)
  const notifications = await present(db, page.items, { seenAt, viewer })
  return { items: { unread, notifications }, next: page.next }
}

/** Of what came after `since`, in a mail or message to the user. */
export async function listUnread(
  { db, kinds: known }: Source,
  userId: string,
  { limit, since, only }: { limit: number; since: Date | undefined; only?: Only },
): Promise<Notification[]> {
  const settings = await findSettings(db, userId)
  if (!settings) return []
  const { seenAt, disabled } = settings
  const kinds = known.filter((kind) => !disabled.includes(kind))
  const viewer = { id: userId, isAdmin: false }
  const after = since && since > seenAt ? since : seenAt
  const range = { limit, after: undefined, since: after, only, kinds }
  const rows = await listRows(db, viewer, range)
  return present(db, rows, { seenAt, viewer })
}

async function present(
  db: Db,
  rows: NotificationRow[],
  { seenAt, viewer }: { seenAt: Date; viewer: Viewer },
): Promise<Notification[]> {
  const ids = new Set(rows.flatMap(({ actorIds }) => actorIds))
  const users = await findActors(db, [...ids], viewer)
  const actors = new Map(users.map((user) => [user.id, user]))
  return rows.map((row) => presentNotification(row, { seenAt, actors }))
}

export async function markSeen(db: Db, until: string | undefined, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await saveSeenAt(tx, viewer.id, until === undefined ? undefined : new Date(until))
  })
}
