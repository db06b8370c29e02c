import { type HttpError, notFound, unauthorized, unavailable } from '#server/errors.ts'
import { notify, retract } from '#server/modules/notifications/service.ts'
import { lockUsersForKeyShare } from '#server/modules/users/policy.ts'
import { createBatcher } from '#server/platform/batching/batcher.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { seesCounts } from '#server/shared/hidden-counts.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findRefusals } from './blocks.ts'
import { kinds } from './kinds.ts'
import { findLikes, lockTracks, type Pair, updateLikes } from './likes-repository.ts'

/** The count is null if it is hidden from the viewer. */
type Liked = { liked: boolean; likeCount: number | null }
export type Likes = {
  toggle(trackId: string, viewer: Viewer): Promise<Liked>
  /** As `toggle`, but to a known state. */
  set(trackId: string, viewer: Viewer, liked: boolean): Promise<Liked>
}

/** Without `liked` the state is inverted. */
type Toggle = { trackId: string; viewer: Viewer; liked?: boolean }

/** Batched: hundreds of concurrent likes of one track would otherwise occupy every connection, all waiting for one row lock. */
export function createLikes(db: Db, tell: TellOwners = tellOwners): Likes {
  const toggle = createBatcher({
    maxBatchSize: 500,
    maxQueue: 5000,
    overflowError: () => unavailable('Liking tracks'),
    isFatal: isDatabaseDown,
    run: (batch: readonly Toggle[]) => db.transaction((tx) => toggleAll(tx, batch, tell)),
  })
  const apply = async (change: Toggle) => {
    const result = await toggle(change)
    if (!result) throw notFound('Track')
    if ('liked' in result) return result
    throw result
  }
  return {
    toggle: (trackId, viewer) => apply({ trackId, viewer }),
    set: (trackId, viewer, liked) => apply({ trackId, viewer, liked }),
  }
}

/** Applies the toggles in memory one after the other, then writes the result. Locks users before tracks, as all modules do. */
async function toggleAll(tx: Db, batch: readonly Toggle[], tell: TellOwners) {
  const existingUsers = await lockUsersForKeyShare(
    tx,
    distinct(batch.map(({ viewer }) => viewer.id)),
  )
  const locked = await lockTracks(tx, distinct(batch.map(({ trackId }) => trackId)))
  const tracks = new Map(locked.map((track) => [track.id, track]))
  const ownerOf = (trackId: string) => tracks.get(trackId)?.userId ?? ''
  const partiesOf = ({ trackId, viewer }: Toggle) => ({
    ownerId: ownerOf(trackId),
    viewerId: viewer.id,
  })
  const known = batch.filter(({ trackId }) => tracks.has(trackId))
  const refusalOf = await findRefusals(tx, kinds.like.refusals, known.map(partiesOf))
  const pairs = new Map(batch.map((toggle) => [keyOf(pairOf(toggle)), pairOf(toggle)]))
  const before = new Set((await findLikes(tx, [...pairs.values()])).map(keyOf))
  const after = new Set(before)

  const results = batch.map((toggle): Liked | HttpError | undefined => {
    const track = tracks.get(toggle.trackId)
    if (!track || !canView(track, toggle.viewer)) return undefined
    if (!existingUsers.has(toggle.viewer.id)) return unauthorized()
    const key = keyOf(pairOf(toggle))
    const wasLiked = after.delete(key)
    const liked = toggle.liked ?? !wasLiked
    const refusal = liked && !wasLiked && refusalOf(partiesOf(toggle))
    if (refusal) return refusal
    if (liked) after.add(key)
    track.likeCount += Number(liked) - Number(wasLiked)
    return { liked, likeCount: seesCounts(track, toggle.viewer) ? track.likeCount : null }
  })

  const difference = (to: Set<string>, from: Set<string>) =>
    [...to.difference(from)].flatMap((key) => pairs.get(key) ?? [])
  const added = difference(after, before)
  const removed = await updateLikes(tx, added, difference(before, after))
  await tell(tx, { added, removed, ownerOf })
  return results
}

type Change = {
  added: readonly Pair[]
  removed: readonly (Pair & { at: Date })[]
  ownerOf(trackId: string): string
}
type TellOwners = (tx: Db, change: Change) => Promise<void>

async function tellOwners(tx: Db, { added, removed, ownerOf }: Change): Promise<void> {
  const noticeOf = ({ trackId, userId: actorId }: Pair) =>
    kinds.like.notice({ id: trackId, userId: ownerOf(trackId), actorId })
  await notify(tx, ...added.map(noticeOf))
  await retract(tx, ...removed.map((pair) => ({ ...noticeOf(pair), at: pair.at })))
}

const pairOf = ({ trackId, viewer }: Toggle): Pair => ({ trackId, userId: viewer.id })
const keyOf = ({ trackId, userId }: Pair) => `${trackId} ${userId}`
const distinct = (ids: readonly string[]) => [...new Set(ids)]
