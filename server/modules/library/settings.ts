import type { Library } from '#contract/library.ts'
import { unauthorized } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findNewestFollowed } from './following.ts'
import { findSettings, saveSettings } from './settings-repository.ts'

export async function getLibrary(db: Db, viewer: Viewer): Promise<Library> {
  const settings = await findSettings(db, viewer.id)
  if (!settings) throw unauthorized()
  const newest = await findNewestFollowed(db, viewer)
  return {
    historyEnabled: settings.historyEnabled,
    hasNewTracks: newest !== undefined && newest > settings.seenAt,
  }
}

/** What was heard while the history was off is not recorded later either. */
export async function setHistoryEnabled(db: Db, enabled: boolean, viewer: Viewer) {
  await save(db, viewer, { historyEnabled: enabled, resetsHistorySince: enabled })
  return { enabled }
}

/** Listens from before this call that arrive later, from a device that was offline, are not recorded. */
export function resetHistorySince(db: Db, viewer: Viewer): Promise<void> {
  return save(db, viewer, { resetsHistorySince: true })
}

/** Tracks that are created from now on are new. */
export function markFollowingSeen(db: Db, viewer: Viewer): Promise<void> {
  return save(db, viewer, { followingSeenAt: new Date() })
}

async function save(db: Db, viewer: Viewer, settings: Parameters<typeof saveSettings>[2]) {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await saveSettings(tx, viewer.id, settings)
  })
}
