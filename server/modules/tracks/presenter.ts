import { limits } from '#contract/limits.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { renditionContentTypes } from '#server/platform/media/audio-formats.ts'
import { excerpt } from '#server/shared/excerpt.ts'
import { seesCounts } from '#server/shared/hidden-counts.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { canEdit, canView, canViewReleaseOf } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import type { TrackDetailRow, TrackRow } from './columns.ts'
import type { ReleaseOfTrack } from './release-repository.ts'

/** A track as every list shows it: the columns of `trackColumns`, the start of its description, and of its likes only the viewer's own. */
export function presentTrack(
  { track, user, likedBy }: TrackRow,
  viewer: ContentViewer | undefined,
): Track {
  const {
    audioPath,
    artworkPath,
    audioBytes,
    audioBitrate,
    opusBytes,
    aacBytes,
    isRemoved,
    release,
    description,
    publishAt,
    hidesCounts: _hidesCounts,
    ...fields
  } = track
  return {
    ...fields,
    description: description && excerpt(description),
    ...(!seesCounts(track, viewer) && { playCount: null, likeCount: null }),
    audioUrl: audioPath,
    artworkUrl: resolveArtwork(track, viewer),
    release: presentRelease(track, viewer),
    ...(isRemoved && { isRemoved }),
    ...(publishAt && { publishAt: publishAt.toISOString() }),
    formats: presentFormats(track),
    createdAt: track.createdAt.toISOString(),
    updatedAt: track.updatedAt.toISOString(),
    user: presentUser(user),
    likes: likedBy === null ? [] : [{ userId: likedBy }],
  }
}

type Illustrated = {
  userId: string
  artworkPath: string | null
  release: Pick<ReleaseOfTrack, 'id' | 'privacy' | 'coverPath'> | null
}

/** The track's own artwork, or else the cover of its release. */
export function resolveArtwork(
  { userId, artworkPath, release }: Illustrated,
  viewer: ContentViewer | undefined,
): string | null {
  if (artworkPath !== null || !release || !canView({ ...release, userId }, viewer))
    return artworkPath
  return release.coverPath
}

/** Positions count visible tracks only, as in the release itself. */
function presentRelease(
  { userId, privacy, release }: TrackRow['track'],
  viewer: ContentViewer | undefined,
): Track['release'] {
  if (!release || !canViewReleaseOf({ privacy }, { ...release, userId }, viewer)) return null
  const { id, slug, title, type, position, hiddenBefore } = release
  const seesHidden = canEdit({ userId }, viewer)
  return { id, slug, title, type, position: seesHidden ? position : position - hiddenBefore }
}

/** A track on its own page: the viewer's like first, then the newest of the others. */
export function presentTrackDetail(
  row: TrackDetailRow,
  { removal, credits }: Pick<TrackDetail, 'removal' | 'credits'>,
  viewer: ContentViewer | undefined,
): TrackDetail {
  const known = seesCounts(row.track, viewer) ? row.newestLikers : []
  const others = known.filter((userId) => userId !== row.likedBy)
  const likers = row.likedBy === null ? others : [row.likedBy, ...others]
  return {
    ...presentTrack(row, viewer),
    description: row.description,
    likes: likers.slice(0, limits.maxLikesInDetail).map((userId) => ({ userId })),
    waveform:
      row.levels && Array.from(row.levels, (level) => Math.round((level / 255) * 100) / 100),
    removal,
    credits,
    downloadCount: row.track.userId === viewer?.id ? row.downloadCount : null,
    processingError: canEdit(row.track, viewer) ? row.failureReason : null,
  }
}

type Formats = Track['formats']

function presentFormats({ audioPath, duration, ...track }: TrackRow['track']): Formats {
  const { audioBytes, audioBitrate, opusBytes, aacBytes } = track
  // The exact duration once the file is analyzed.
  const seconds = audioBytes && audioBitrate ? (audioBytes * 8) / audioBitrate : duration
  const bitrateOf = (bytes: number) => (seconds ? Math.round((bytes * 8) / seconds) : null)
  const formats: Formats = [
    {
      format: 'original',
      contentType: audioObject(audioPath)?.contentType ?? 'application/octet-stream',
      bitrate: audioBitrate ?? (audioBytes === null ? null : bitrateOf(audioBytes)),
      bytes: audioBytes,
    },
  ]
  const add = (format: 'opus' | 'aac', bytes: number) =>
    formats.push({
      format,
      contentType: renditionContentTypes[format],
      bitrate: bitrateOf(bytes),
      bytes,
    })
  if (opusBytes !== null) add('opus', opusBytes)
  if (aacBytes !== null) add('aac', aacBytes)
  return formats
}
