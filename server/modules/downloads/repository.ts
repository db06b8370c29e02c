import { and, asc, eq, ne, sql } from 'drizzle-orm'
import {
  playlistDailyStats,
  playlists,
  playlistTracks,
  trackDailyStats,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { releaseDate } from '#server/shared/release-date-repository.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'

const trackColumns = {
  id: tracks.id,
  userId: tracks.userId,
  title: tracks.title,
  artist: tracks.artist,
  isrc: tracks.isrc,
  privacy: tracks.privacy,
  audioPath: tracks.audioPath,
  artworkPath: tracks.artworkPath,
  allowDownload: tracks.allowDownload,
  /** Whether it is known where in the file its tags are. */
  hasLayout: sql<boolean>`exists (
    select from ${uploads} where ${uploads.objectPath} = ${tracks.audioPath} and ${uploads.tagLayout} is not null)`,
  user: userSummaryColumns,
}

const releaseColumns = {
  id: playlists.id,
  userId: playlists.userId,
  type: playlists.type,
  title: playlists.title,
  artist: playlists.artist,
  label: playlists.label,
  releaseDate,
  upc: playlists.upc,
  copyright: playlists.copyright,
  privacy: playlists.privacy,
  coverPath: playlists.coverPath,
  allowDownload: playlists.allowDownload,
  updatedAt: playlists.updatedAt,
  user: userSummaryColumns,
}

export type DownloadedTrack = NonNullable<Awaited<ReturnType<typeof findDownloadedTrack>>>
export type DownloadedRelease = NonNullable<Awaited<ReturnType<typeof findPlaylist>>>

export async function findDownloadedTrack(db: Db, id: string, viewer: ContentViewer | undefined) {
  const rows = await db
    .select(trackColumns)
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, id), visibleTo(tracks, viewer)))
  return rows[0]
}

/** The tracks of a release that are visible to the viewer, in order. */
export function listReleaseTracks(db: Db, playlistId: string, viewer: ContentViewer | undefined) {
  return db
    .select(trackColumns)
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(playlistTracks.playlistId, playlistId), visibleTo(tracks, viewer)))
    .orderBy(asc(playlistTracks.position))
}

export async function findPlaylist(db: Db, id: string, viewer: ContentViewer | undefined) {
  const rows = await db
    .select(releaseColumns)
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(eq(playlists.id, id), visibleTo(playlists, viewer)))
  return rows[0]
}

/** The release that has the track, if the viewer can see it. */
export async function findReleaseOfTrack(
  db: Db,
  trackId: string,
  viewer: ContentViewer | undefined,
) {
  const rows = await db
    .select(releaseColumns)
    .from(playlistTracks)
    .innerJoin(playlists, eq(playlists.id, playlistTracks.playlistId))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(
      and(
        eq(playlistTracks.trackId, trackId),
        ne(playlistTracks.playlistType, 'playlist'),
        visibleTo(playlists, viewer),
      ),
    )
  return rows[0]
}

/** The day is that of the statistics, as YYYY-MM-DD. */
export async function addTrackDownload(db: Db, trackId: string, day: string) {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(tracks)
      .set({ downloadCount: sql`${tracks.downloadCount} + 1` })
      .where(eq(tracks.id, trackId))
    if (rowCount === 0) return
    await tx
      .insert(trackDailyStats)
      .values({ trackId, day, downloads: 1 })
      .onConflictDoUpdate({
        target: [trackDailyStats.trackId, trackDailyStats.day],
        set: { downloads: sql`${trackDailyStats.downloads} + 1` },
      })
  })
}

export async function addReleaseDownload(db: Db, playlistId: string, day: string) {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(playlists)
      .set({ downloadCount: sql`${playlists.downloadCount} + 1` })
      .where(eq(playlists.id, playlistId))
    if (rowCount === 0) return
    await tx
      .insert(playlistDailyStats)
      .values({ playlistId, day, downloads: 1 })
      .onConflictDoUpdate({
        target: [playlistDailyStats.playlistId, playlistDailyStats.day],
        set: { downloads: sql`${playlistDailyStats.downloads} + 1` },
      })
  })
}
