import { and, eq, sql } from 'drizzle-orm'
import { tracks, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

const trackColumns = {
  id: tracks.id,
  userId: tracks.userId,
  title: tracks.title,
  artist: tracks.artist,
  audioPath: tracks.audioPath,
  artworkPath: tracks.artworkPath,
  allowDownload: tracks.allowDownload,
  createdAt: tracks.createdAt,
  user: userSummaryColumns,
}

export type DownloadedTrack = NonNullable<Awaited<ReturnType<typeof findDownloadedTrack>>>

export async function findDownloadedTrack(db: Db, id: string, viewer: Viewer | undefined) {
  const rows = await db
    .select(trackColumns)
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, id), visibleTo(tracks, viewer)))
  return rows[0]
}

export async function addTrackDownload(db: Db, id: string) {
  await db
    .update(tracks)
    .set({ downloadCount: sql`${tracks.downloadCount} + 1` })
    .where(eq(tracks.id, id))
}
