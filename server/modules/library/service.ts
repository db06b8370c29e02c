import type { FollowedTrack, Library } from '#contract/library.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { unauthorized } from '#server/errors.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { findReposted } from '#server/modules/reactions/lists.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  mapPage,
  type Page,
  type PageQuery,
  type PageRange,
  readPage,
} from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countFollowed,
  type FollowedTrack as Followed,
  findInWindow,
  findPerUser,
  findSettings,
  listLibraryIds,
  listLiked,
  saveFollowingSeen,
} from './repository.ts'

type WithReposts = { reposts?: boolean }

export async function getLibrary(
  db: Db,
  viewer: Viewer,
  { reposts = false }: WithReposts = {},
): Promise<Library> {
  const settings = await findSettings(db, viewer.id)
  if (!settings) throw unauthorized()
  const [newest] = await findNewest(db, viewer.id, { limit: 1, after: undefined, reposts })
  return {
    historyEnabled: settings.historyEnabled,
    hasNewTracks: newest !== undefined && newest.createdAt > settings.seenAt,
  }
}

/** Tracks that are created from now on are new. */
export async function markFollowingSeen(db: Db, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await saveFollowingSeen(tx, viewer.id, new Date())
  })
}

/** What the viewer likes and may still see. */
export async function listLikedTracks(
  db: Db,
  { q, ...query }: PageQuery & { q?: string | null | undefined },
  viewer: Viewer,
): Promise<Page<Track>> {
  const page = await readPage(
    'liked',
    query,
    (range) => listLiked(db, viewer, { ...range, q }),
    ({ track, likedAt }) => [likedAt, track.id],
  )
  return mapPage(page, (row) => presentTrack(row, viewer))
}

/** The public tracks of the users whom the viewer follows, and those that they repost, newest first. */
export async function listFollowedTracks(
  db: Db,
  { reposts = false, ...query }: PageQuery & WithReposts,
  viewer: Viewer,
): Promise<Page<FollowedTrack>> {
  const { items, next } = await readPage(
    'followed',
    query,
    (range) => findNewest(db, viewer.id, { ...range, reposts }),
    ({ id, createdAt }) => [createdAt, id],
  )
  const ids = items.map(({ id }) => id)
  const tracks = await getTracksByIds(db, ids, viewer)
  const by = new Map(items.map(({ id, repostedBy }) => [id, repostedBy]))
  const reposters = await getUsersByIds(
    db,
    items.flatMap(({ repostedBy }) => repostedBy ?? []),
  )
  const named = tracks.map((track) => {
    const repostedBy = reposters.find(({ id }) => id === by.get(track.id))
    return repostedBy ? { ...track, repostedBy } : track
  })
  return { items: named, next }
}

type Newest = { id: string; createdAt: Date; repostedBy?: string }

/** No track is in both. */
async function findNewest(
  db: Db,
  userId: string,
  { reposts, ...range }: PageRange & { reposts: boolean },
): Promise<Newest[]> {
  const own: Newest[] = await findFollowed(db, userId, range)
  if (!reposts) return own
  return [...own, ...(await findReposted(db, userId, range))]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, range.limit)
}

/** From this many followed users on, it is cheaper to filter the newest tracks of all users. */
const many = 100
/**
 * If these newest tracks of all users have too few of followed ones, the tracks of each followed user are read instead.
 */
const window = 5000

async function findFollowed(db: Db, userId: string, range: PageRange): Promise<Followed[]> {
  if ((await countFollowed(db, userId, many)) === many) {
    const found = await findInWindow(db, { userId, ...range, window })
    if (found.length === range.limit) return found
  }
  return findPerUser(db, { userId, ...range })
}

/** The viewer's own and those that they have saved, the last created or saved first. */
export async function listLibraryPlaylists(
  db: Db,
  { releases, ...query }: PageQuery & { releases?: boolean | undefined },
  viewer: Viewer,
): Promise<Page<Playlist>> {
  const { items, next } = await readPage(
    'saved',
    query,
    (range) => listLibraryIds(db, viewer, { ...range, releases }),
    ({ id, at }) => [at, id],
  )
  const ids = items.map(({ id }) => id)
  return { items: await getPlaylistsByIds(db, ids, viewer), next }
}
