import type { Track } from '#contract/tracks.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decodeCursor, type Page, toPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { listLiked } from './likes-repository.ts'

type LikesQuery = { limit: number; cursor?: string | undefined; q?: string | null | undefined }

/** What the viewer likes and may still see. */
export async function listLikedTracks(
  db: Db,
  { limit, cursor, q }: LikesQuery,
  viewer: Viewer,
): Promise<Page<Track>> {
  const after = decodeCursor('liked', cursor)
  const rows = await listLiked(db, viewer, { limit: limit + 1, after, q })
  const { items, next } = toPage(rows, limit, 'liked', ({ track, likedAt }) => ({
    value: likedAt.toISOString(),
    id: track.id,
  }))
  return { items: items.map(presentTrack), next }
}
