import type { HistoryEntry } from '#contract/library.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  deleteHistoryEntries,
  insertHistoryEntry,
  type Listen,
  listHistoryEntries,
  saveSettings,
} from './repository.ts'

/** A track appears once a day, at its last listen. */
export async function recordListen(db: Db, listen: Listen, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await insertHistoryEntry(tx, listen, viewer)
  })
}

export async function listHistory(
  db: Db,
  query: PageQuery,
  viewer: Viewer,
): Promise<Page<HistoryEntry>> {
  const page = await readPage(
    'heard',
    query,
    (range) => listHistoryEntries(db, viewer, range),
    ({ track, listenedAt }) => [listenedAt, track.id],
  )
  return mapPage(page, (row) => ({
    track: presentTrack(row, viewer),
    heardAt: row.listenedAt.toISOString(),
  }))
}

/** Listens while the history was off are not recorded later either. */
export async function setHistoryEnabled(db: Db, enabled: boolean, viewer: Viewer) {
  await save(db, viewer, { historyEnabled: enabled, resetsSince: enabled })
  return { enabled }
}

/** Listens from before this call that arrive later, from a device that was offline, are not recorded. */
export async function clearHistory(db: Db, viewer: Viewer): Promise<void> {
  await save(db, viewer, { resetsSince: true })
  await deleteHistoryEntries(db, viewer.id)
}

async function save(db: Db, viewer: Viewer, settings: Parameters<typeof saveSettings>[2]) {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await saveSettings(tx, viewer.id, settings)
  })
}
