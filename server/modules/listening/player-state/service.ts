import type { NewPlayerState, SavedPlayerState, StartedTrack } from '#contract/player.ts'
import { conflict } from '#server/errors.ts'
import { getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { nothingSaved, presentState } from './presenter.ts'
import { findState, insertState, updateState } from './repository.ts'

export async function getPlayerState(db: Db, viewer: Viewer): Promise<SavedPlayerState> {
  const saved = await findState(db, viewer.id)
  if (!saved) return nothingSaved
  const { tracks, added, resume } = saved.state
  const ids = new Set([...tracks, ...added, ...resume.map(({ trackId }) => trackId)])
  const visible = await getVisibleTracksByIds(db, [...ids], viewer)
  // A queue of 1,000 tracks is loaded with every page: without the texts.
  const bare = visible.map((track) => ({ ...track, description: null }))
  return presentState(saved, new Map(bare.map((track) => [track.id, track])))
}

/** The music app that saved the state last. */
export const getSavingApp = async (db: Db, userId: string): Promise<string | undefined> =>
  (await findState(db, userId))?.state.app

/** As many as a row of the home page shows. */
const maxStarted = 12

export async function listStartedTracks(db: Db, viewer: Viewer): Promise<StartedTrack[]> {
  const { resume = [] } = (await findState(db, viewer.id))?.state ?? {}
  const ids = resume.map(({ trackId }) => trackId)
  const visible = await getVisibleTracksByIds(db, ids, viewer)
  const tracks = new Map(visible.map((track) => [track.id, track]))
  return resume
    .flatMap(({ trackId, position }) => {
      const track = tracks.get(trackId)
      return track ? { track, position } : []
    })
    .slice(0, maxStarted)
}

/**
 * Optimistic locking: 409 unless the caller has read the version that it replaces, so that a late write replaces none.
 */
export async function savePlayerState(
  db: Db,
  { version, deviceId, source, app, ...state }: NewPlayerState & { app?: string | undefined },
  viewer: Viewer,
): Promise<{ version: number }> {
  const next = { deviceId, state: { ...state, source: source ?? null, ...(app && { app }) } }
  const isSaved = await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    return version === 0
      ? insertState(tx, viewer.id, next)
      : updateState(tx, viewer.id, version, next)
  })
  if (!isSaved) throw conflict('Your queue was changed on another device. Load it again first.')
  return { version: version + 1 }
}
