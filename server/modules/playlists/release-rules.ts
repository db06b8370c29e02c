import {
  isReleaseType,
  maxReleaseTracks,
  type PlaylistType,
  playlistNouns,
} from '#contract/playlist-types.ts'
import { maxPlaylistTracks } from '#contract/playlists.ts'
import { conflict } from '#server/errors.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  findRelease,
  findReleasedTrack,
  hasTracksOfOthers,
  oneReleaseIndex,
} from './releases-repository.ts'

/**
 * A release has only tracks of its owner, at most 200, and a track is in one release at most. The index
 * `playlist_tracks_one_release` enforces the last rule, the lock of the playlist the others.
 */

const ownTracksOnly = 'A release can have only your own tracks'
const tooManyTracks = `A release can have ${maxReleaseTracks} tracks at most`

type Addition = [playlist: { type: PlaylistType; trackCount: number }, track: { isOwn: boolean }]

export function assertTrackFits(...addition: Addition): void {
  const problem = misfit(...addition)
  if (problem) throw conflict(problem)
}

export const isFitting = (...addition: Addition) => misfit(...addition) === undefined

function misfit(...[{ type, trackCount }, { isOwn }]: Addition): string | undefined {
  if (!isReleaseType(type))
    return trackCount >= maxPlaylistTracks
      ? `A playlist can have ${maxPlaylistTracks} tracks at most`
      : undefined
  if (!isOwn) return `${ownTracksOnly}.`
  return trackCount >= maxReleaseTracks ? tooManyTracks : undefined
}

/** Why a track could not be appended. */
export async function appendError(
  db: Db,
  playlist: { id: string; type: PlaylistType },
  trackId: string,
) {
  const release = isReleaseType(playlist.type) ? await findRelease(db, trackId) : undefined
  return conflict(
    release && release.id !== playlist.id
      ? `This track is already on "${release.title}".`
      : `This track is already in the ${playlistNouns[playlist.type]}`,
  )
}

/** For a playlist that becomes a release. */
export async function assertCanBeRelease(
  db: Db,
  playlist: { id: string; userId: string; trackCount: number },
): Promise<void> {
  if (playlist.trackCount > maxReleaseTracks) throw conflict(tooManyTracks)
  if (await hasTracksOfOthers(db, playlist.id, playlist.userId))
    throw conflict(`${ownTracksOnly}. Remove the others first.`)
}

/** The error of a playlist that became a release while one of its tracks is in another; any other error as it is. */
export async function toReleaseConflict(db: Db, playlistId: string, error: unknown) {
  if (uniqueViolation(error) !== oneReleaseIndex) return error
  return (await findConflict(db, playlistId)) ?? error
}

/** That one of its tracks, or of those that it should have, is on another release; undefined if that is gone meanwhile. */
export async function findConflict(db: Db, playlistId: string, trackIds?: string[]) {
  const found = await findReleasedTrack(db, playlistId, trackIds)
  return found && conflict(`"${found.track}" is already on "${found.release}".`)
}
