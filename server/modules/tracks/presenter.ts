import { limits } from '#contract/limits.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import type { TrackDetailRow, TrackRow } from './columns.ts'

/** A track as every list shows it: the columns of `trackColumns`, and of its likes only the viewer's own. */
export function presentTrack({ track, user, likedBy }: TrackRow): Track {
  return {
    ...track,
    createdAt: track.createdAt.toISOString(),
    updatedAt: track.updatedAt.toISOString(),
    user: presentUser(user),
    likes: likedBy === null ? [] : [{ userId: likedBy }],
  }
}

/** A track on its own page: the viewer's like first, then the newest of the others. */
export function presentTrackDetail(row: TrackDetailRow): TrackDetail {
  const others = row.newestLikers.filter((userId) => userId !== row.likedBy)
  const likers = row.likedBy === null ? others : [row.likedBy, ...others]
  const { analysis } = row
  return {
    ...presentTrack(row),
    likes: likers.slice(0, limits.maxLikesInDetail).map((userId) => ({ userId })),
    processing: analysis?.state ?? 'pending',
    loudness: analysis?.loudness == null ? null : Math.round(analysis.loudness * 100) / 100,
    waveform: analysis?.levels
      ? Array.from(analysis.levels, (level) => Math.round((level / 255) * 100) / 100)
      : null,
    formats: [presentOriginal(row)],
  }
}

function presentOriginal({ track, analysis, bytes }: TrackDetailRow): TrackDetail['formats'][0] {
  const exact = (analysis?.frames ?? 0) / (analysis?.sampleRate ?? 1)
  const seconds = exact || track.duration
  return {
    format: 'original',
    contentType: audioObject(track.audioUrl)?.contentType ?? 'application/octet-stream',
    bitrate: bytes !== null && seconds ? Math.round((bytes * 8) / seconds) : null,
    bytes,
  }
}
