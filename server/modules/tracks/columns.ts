import { playCount, tracks } from '#server/database/schema.ts'
import type { UserSummaryRow } from '#server/modules/users/columns.ts'
import { startOf } from '#server/shared/excerpt-repository.ts'
import { hidesCounts } from '#server/shared/hidden-counts.ts'
import { isRemovedTrack } from '#server/shared/visibility.ts'
import { type ReleaseOfTrack, releaseOfTrack } from './release-repository.ts'

/**
 * The columns that `presentTrack` needs, for the repositories of all modules:
 * `{ track: trackColumns, user: userSummaryColumns, likedBy: likes.userId }` with `likes` left joined
 * for the viewer. Listed one by one, because the table has columns that no response contains.
 */
export const trackColumns = {
  id: tracks.id,
  userId: tracks.userId,
  title: tracks.title,
  slug: tracks.slug,
  description: startOf(tracks.description),
  artist: tracks.artist,
  studio: tracks.studio,
  genre: tracks.genre,
  tags: tracks.tags,
  privacy: tracks.privacy,
  isRemoved: isRemovedTrack,
  allowDownload: tracks.allowDownload,
  publishAt: tracks.publishAt,
  audioPath: tracks.audioPath,
  artworkPath: tracks.artworkPath,
  isrc: tracks.isrc,
  spotifyUrl: tracks.spotifyUrl,
  appleMusicUrl: tracks.appleMusicUrl,
  duration: tracks.duration,
  processing: tracks.processing,
  loudness: tracks.loudness,
  audioBytes: tracks.audioBytes,
  audioBitrate: tracks.audioBitrate,
  opusBytes: tracks.opusBytes,
  aacBytes: tracks.aacBytes,
  playCount,
  likeCount: tracks.likeCount,
  hidesCounts,
  release: releaseOfTrack,
  createdAt: tracks.createdAt,
  updatedAt: tracks.updatedAt,
}

export type TrackDetailRow = TrackRow & {
  description: string | null
  newestLikers: string[]
  /** The waveform, why processing failed, and downloads. Not in lists: each track would cost a read of `audio_analyses`. */
  levels: Buffer | null
  downloadCount: number
  failureReason: string | null
}

export type TrackRow = {
  track: Pick<
    typeof tracks.$inferSelect,
    keyof typeof trackColumns & keyof typeof tracks.$inferSelect
  > & {
    isRemoved: boolean
    playCount: number
    hidesCounts: boolean
    release: ReleaseOfTrack | null
  }
  user: UserSummaryRow
  /** The viewer's id if they like the track. */
  likedBy: string | null
}
