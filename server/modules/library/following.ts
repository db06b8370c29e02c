import type { Track } from '#contract/tracks.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type CursorPosition, decodeCursor, type Page, toPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countFollowed,
  type FollowedTrack,
  findInWindow,
  findPerUser,
} from './following-repository.ts'

type FollowingQuery = { limit: number; cursor?: string | undefined }

/** The public tracks of the users whom the viewer follows, newest first. */
export async function listFollowedTracks(
  db: Db,
  { limit, cursor }: FollowingQuery,
  viewer: Viewer,
): Promise<Page<Track>> {
  const after = decodeCursor('followed', cursor)
  const found = await findFollowed(db, { userId: viewer.id, limit: limit + 1, after })
  const { items, next } = toPage(found, limit, 'followed', ({ id, createdAt }) => ({
    value: createdAt.toISOString(),
    id,
  }))
  const ids = items.map(({ id }) => id)
  return { items: await getTracksByIds(db, ids, viewer), next }
}

/** When the newest track of the followed users was created. */
export async function findNewestFollowed(db: Db, viewer: Viewer): Promise<Date | undefined> {
  const page = { userId: viewer.id, limit: 1, after: undefined }
  const [newest] = await findFollowed(db, page)
  return newest?.createdAt
}

/** From this many followed users on, it is cheaper to filter the newest tracks of all users. */
const many = 100
/**
 * If these newest tracks of all users have too few of followed ones, the tracks of each followed user are read instead.
 */
const window = 5000

type FollowedPage = { userId: string; limit: number; after: CursorPosition | undefined }

async function findFollowed(db: Db, page: FollowedPage): Promise<FollowedTrack[]> {
  if ((await countFollowed(db, page.userId, many)) === many) {
    const found = await findInWindow(db, { ...page, window })
    if (found.length === page.limit) return found
  }
  return findPerUser(db, page)
}
