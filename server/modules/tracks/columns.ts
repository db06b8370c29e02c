import { playCount, tracks, users } from '#server/database/schema.ts'

/**
 * What a query of any module selects so that `presentTrack` can present its rows:
 * `{ track: trackColumns, user: uploaderColumns, likedBy: likes.userId }`, where `likes` is left
 * joined for the viewer. Named one by one: the table has columns that no answer carries.
 */
export const trackColumns = {
  id: tracks.id,
  userId: tracks.userId,
  title: tracks.title,
  slug: tracks.slug,
  description: tracks.description,
  artist: tracks.artist,
  studio: tracks.studio,
  genre: tracks.genre,
  tags: tracks.tags,
  privacy: tracks.privacy,
  audioUrl: tracks.audioUrl,
  artworkUrl: tracks.artworkUrl,
  spotifyUrl: tracks.spotifyUrl,
  appleMusicUrl: tracks.appleMusicUrl,
  duration: tracks.duration,
  playCount,
  likeCount: tracks.likeCount,
  createdAt: tracks.createdAt,
  updatedAt: tracks.updatedAt,
}

export const uploaderColumns = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
}

export type TrackRow = {
  track: Pick<typeof tracks.$inferSelect, keyof typeof trackColumns>
  user: Pick<typeof users.$inferSelect, keyof typeof uploaderColumns>
  /** The viewer's id if they like the track. */
  likedBy: string | null
}
