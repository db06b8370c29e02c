import type { UserSummary } from '#contract/fields.ts'
import type { Pinned } from '#contract/pins.ts'
import type { Reposted, RepostState } from '#contract/reposts.ts'
import type { ListedUser } from '#contract/users.ts'
import { notFound } from '#server/errors.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  mapPage,
  type Page,
  type PageQuery,
  type PageRange,
  readPage,
} from '#server/shared/cursor.ts'
import { seesCounts } from '#server/shared/hidden-counts.ts'
import type { Viewer } from '#server/viewer.ts'
import { isRepostable, kinds, resources } from './kinds.ts'
import {
  countReposts,
  type FollowSide,
  findRepostedTracks,
  listBlocked,
  listFollows,
  listRepostRows,
} from './lists-repository.ts'
import { findItem } from './repository.ts'

type FollowQuery = PageQuery & {
  userId: string
  side: FollowSide
  viewer: Viewer | undefined
}

/** A user's followers, or the users that they follow. */
export async function listFollowPage(
  db: Db,
  { userId, side, viewer, ...query }: FollowQuery,
): Promise<Page<ListedUser>> {
  const page = await readPage(
    side,
    query,
    (range) => listFollows(db, { userId, side, ...range, viewerId: viewer?.id }),
    ({ followId, followedAt }) => [followedAt, followId],
  )
  return mapPage(page, ({ user, isFollowing }) => ({ ...presentUser(user), isFollowing }))
}

export async function listBlocks(
  db: Db,
  query: PageQuery,
  viewer: Viewer,
): Promise<Page<UserSummary>> {
  const page = await readPage(
    'blocks',
    query,
    (range) => listBlocked(db, viewer.id, range),
    ({ user, blockedAt }) => [blockedAt, user.id],
  )
  return mapPage(page, ({ user }) => presentUser(user))
}

export async function getRepostState(
  db: Db,
  kind: 'trackRepost' | 'playlistRepost',
  id: string,
  viewer: Viewer | undefined,
): Promise<RepostState> {
  const { target } = kinds[kind]
  const found = await findItem(db, target, id)
  if (!found) throw notFound(resources[target])
  if (!isRepostable(found)) return { reposted: false, repostCount: 0 }
  const who = { ownerId: found.userId, userId: viewer?.id }
  const { count, isOwn } = await countReposts(db, target, id, who)
  return { reposted: isOwn, repostCount: seesCounts(found, viewer) ? count : null }
}

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
    (range) => listRepostRows(db, { userId, viewerId: viewer?.id, ...range }),
    ({ at, id }) => [at, id],
  )
  const itemOf = await loadItems(db, rows, viewer)
  const items = rows.flatMap((row): Reposted[] => {
    const item = itemOf(row)
    return item ? [{ repostedAt: row.at.toISOString(), ...item }] : []
  })
  return { items, next }
}

type ItemIds = { trackId: string | null; playlistId: string | null }

/** Those that the viewer may see. */
export async function loadItems(
  db: Db,
  rows: readonly ItemIds[],
  viewer: Viewer | undefined,
  getTracks = (ids: string[]) => getTracksByIds(db, ids, viewer),
) {
  const playlistIds = rows.flatMap(({ playlistId }) => playlistId ?? [])
  const trackIds = rows.flatMap(({ trackId }) => trackId ?? [])
  const tracks = await getTracks(trackIds)
  const playlists = playlistIds.length > 0 ? await getPlaylistsByIds(db, playlistIds, viewer) : []
  return ({ trackId, playlistId }: ItemIds): Pinned | undefined => {
    const track = tracks.find(({ id }) => id === trackId)
    if (track) return { kind: 'track', track }
    const playlist = playlists.find(({ id }) => id === playlistId)
    return playlist && { kind: 'playlist', playlist }
  }
}

/** What the user's list of followed users gets from their reposts. */
export const findReposted = (db: Db, userId: string, range: PageRange) =>
  findRepostedTracks(db, { userId, ...range })
