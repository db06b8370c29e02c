import { notFound } from '#server/errors.ts'
import { type Notice, notify } from '#server/modules/notifications/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { canView } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { lockTrack, setRemoved, type Text, type TrackRow } from './texts-repository.ts'

/** What is said at a moment of a track: comments, and notes of those who have a share link. */

/** Who says it, and its policy. */
type Policy<Written> = {
  trackId: string
  viewer: ContentViewer
  /** Users are locked before tracks. */
  lockAuthor?(tx: Db): Promise<void>
  /** Throws if it cannot be said. */
  write(tx: Db, track: TrackRow): Promise<Written>
  noticesOf(track: TrackRow, written: Written): Notice[]
}

export const writeText = <Written>(db: Db, policy: Policy<Written>): Promise<Written> =>
  db.transaction(async (tx) => {
    await policy.lockAuthor?.(tx)
    const track = await lockViewedTrack(tx, policy.trackId, policy.viewer)
    const written = await policy.write(tx, track)
    await notify(tx, ...policy.noticesOf(track, written))
    return written
  })

export async function lockViewedTrack(tx: Db, id: string, viewer: ContentViewer) {
  const track = await lockTrack(tx, id)
  if (!track || !canView(track, viewer)) throw notFound('Track')
  return track
}

/** Not after the end, if that is known. */
export const momentOn = ({ duration }: TrackRow, position: number) =>
  Math.min(position, duration ?? position)

/** Of a moderator. The author of a comment is told. False if it was so already. */
export async function moderateText(tx: Db, text: Text, change: 'removed' | 'restored') {
  const found = await setRemoved(tx, text, change === 'removed')
  if (found?.userId) {
    const { userId, trackId } = found
    await notify(tx, { kind: 'moderation', detail: `comment-${change}`, userId, trackId })
  }
  return found !== undefined
}
