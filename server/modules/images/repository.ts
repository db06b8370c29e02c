import { and, eq, ne } from 'drizzle-orm'
import { playlists, playlistTracks, tracks, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export async function findArtwork(db: Db, trackId: string) {
  const rows = await db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      artworkPath: tracks.artworkPath,
      release: { id: playlists.id, privacy: playlists.privacy, coverPath: playlists.coverPath },
    })
    .from(tracks)
    .leftJoin(
      playlistTracks,
      and(eq(playlistTracks.trackId, tracks.id), ne(playlistTracks.playlistType, 'playlist')),
    )
    .leftJoin(playlists, eq(playlists.id, playlistTracks.playlistId))
    .where(eq(tracks.id, trackId))
  return rows[0]
}

export async function findCover(db: Db, playlistId: string) {
  const rows = await db
    .select({
      id: playlists.id,
      userId: playlists.userId,
      privacy: playlists.privacy,
      objectPath: playlists.coverPath,
    })
    .from(playlists)
    .where(eq(playlists.id, playlistId))
  return rows[0]
}

export async function findProfileImage(db: Db, userId: string) {
  const rows = await db
    .select({ objectPath: users.profileImageUrl, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, userId))
  return rows[0]
}
