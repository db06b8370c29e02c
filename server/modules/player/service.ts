import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import { conflict } from '#server/errors.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { nothingSaved, presentState } from './presenter.ts'
import { findState, insertState, listVisibleTracks, updateState } from './repository.ts'

export async function getPlayerState(db: Db, viewer: Viewer): Promise<SavedPlayerState> {
  const saved = await findState(db, viewer.id)
  if (!saved) return nothingSaved
  const { tracks, added, resume } = saved.state
  const ids = new Set([...tracks, ...added, ...resume.map(({ trackId }) => trackId)])
  const rows = ids.size > 0 ? await listVisibleTracks(db, [...ids], viewer) : []
  return presentState(saved, new Map(rows.map((row) => [row.track.id, presentTrack(row)])))
}

/**
 * Optimistic locking: 409 unless the caller has read the version that it replaces, so that a late write replaces none.
 */
export async function savePlayerState(
  db: Db,
  { version, deviceId, source, ...state }: NewPlayerState,
  viewer: Viewer,
): Promise<{ version: number }> {
  const next = { deviceId, state: { ...state, source: source ?? null } }
  const isSaved = await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    return version === 0
      ? insertState(tx, viewer.id, next)
      : updateState(tx, viewer.id, version, next)
  })
  if (!isSaved) throw conflict('Your queue was changed on another device. Load it again first.')
  return { version: version + 1 }
}
