import { isReleaseType, type PlaylistType } from '#contract/playlist-types.ts'
import type { Reposted, RepostState } from '#contract/reposts.ts'
import { badRequest, conflict, notFound } from '#server/errors.ts'
import { notify, retract } from '#server/modules/notifications/service.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { assertUnblocked } from '#server/modules/reactions/blocks.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Page, type PageQuery, type PageRange, readPage } from '#server/shared/cursor.ts'
import { seesCounts } from '#server/shared/hidden-counts.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countReposts,
  deleteRepost,
  findItem,
  findRepostedTracks,
  type Item,
  insertRepost,
  listReposts as listRows,
  lockItem,
  type RepostedTrack,
} from './reposts-repository.ts'

const nameOf = { track: 'Track', playlist: 'Playlist' } as const

type Visible = { privacy: 'public' | 'unlisted' | 'private'; type: PlaylistType | null }

/** A repost of anything else stays, and is shown when it is again so. */
const isRepostable = ({ privacy, type }: Visible) =>
  privacy === 'public' && (type === null || isReleaseType(type))

export async function getRepostState(
  db: Db,
  item: Item,
  viewer: Viewer | undefined,
): Promise<RepostState> {
  const found = await findItem(db, item)
  if (!found) throw notFound(nameOf[item.kind])
  if (!isRepostable(found)) return { reposted: false, repostCount: 0 }
  const who = { ownerId: found.userId, userId: viewer?.id }
  const { count, isOwn } = await countReposts(db, item, who)
  return { reposted: isOwn, repostCount: seesCounts(found, viewer) ? count : null }
}

export async function repost(db: Db, item: Item, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const found = await lockItem(tx, item)
    if (!found || !canView({ ...found, id: item.id }, viewer)) throw notFound(nameOf[item.kind])
    if (found.userId === viewer.id) throw badRequest('What is yours is on your profile already')
    if (!isRepostable(found)) throw conflict('Only public tracks and releases can be reposted.')
    await assertUnblocked(tx, found.userId, viewer, 'repost this')
    if (await insertRepost(tx, viewer.id, item))
      await notify(tx, noticeOf(item, found.userId, viewer))
  })
}

/** What has become private can still be undone. */
export async function undoRepost(db: Db, item: Item, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const found = await lockItem(tx, item)
    const at = await deleteRepost(tx, viewer.id, item)
    if (!found || (!at && !canView({ ...found, id: item.id }, viewer)))
      throw notFound(nameOf[item.kind])
    if (at) await retract(tx, { ...noticeOf(item, found.userId, viewer), at })
  })
}

const noticeOf = ({ kind, id }: Item, userId: string, viewer: Viewer) =>
  ({
    ...(kind === 'track' ? { trackId: id } : { playlistId: id }),
    kind: 'repost',
    userId,
    actorId: viewer.id,
  }) as const

/** Nothing for those who have blocked the user, or are blocked by them. */
export async function listReposts(
  db: Db,
  idOrUsername: string,
  query: PageQuery,
  viewer: Viewer | undefined,
): Promise<Page<Reposted>> {
  const { id: userId } = await getUser(db, idOrUsername, viewer)
  const { items: rows, next } = await readPage(
    'reposts',
    query,
    (range) => listRows(db, { userId, viewerId: viewer?.id, ...range }),
    ({ at, id }) => [at, id],
  )
  const trackIds = rows.flatMap(({ trackId }) => trackId ?? [])
  const playlistIds = rows.flatMap(({ playlistId }) => playlistId ?? [])
  const tracks = new Map(
    (await getTracksByIds(db, trackIds, viewer)).map((item) => [item.id, item]),
  )
  const releases = playlistIds.length > 0 ? await getPlaylistsByIds(db, playlistIds, viewer) : []
  const playlists = new Map(releases.map((item) => [item.id, item]))
  const items = rows.flatMap(({ trackId, playlistId, at }): Reposted[] => {
    const repostedAt = at.toISOString()
    const track = trackId ? tracks.get(trackId) : undefined
    if (track) return [{ kind: 'track', repostedAt, track }]
    const playlist = playlistId ? playlists.get(playlistId) : undefined
    return playlist ? [{ kind: 'playlist', repostedAt, playlist }] : []
  })
  return { items, next }
}

/** What the user's list of followed users gets from their reposts. */
export const findReposted = (db: Db, userId: string, range: PageRange): Promise<RepostedTrack[]> =>
  findRepostedTracks(db, { userId, ...range })
