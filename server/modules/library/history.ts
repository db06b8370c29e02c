import type { HistoryEntry } from '#contract/library.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decodeCursor, type Page, toPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  deleteSomeHistoryEntries,
  insertHistoryEntry,
  type Listen,
  listHistoryEntries,
} from './history-repository.ts'
import { resetHistorySince } from './settings.ts'

type HistoryQuery = { limit: number; cursor?: string | undefined }

export async function listHistory(
  db: Db,
  { limit, cursor }: HistoryQuery,
  viewer: Viewer,
): Promise<Page<HistoryEntry>> {
  const after = decodeCursor('heard', cursor)
  const rows = await listHistoryEntries(db, viewer, { limit: limit + 1, after })
  const { items, next } = toPage(rows, limit, 'heard', ({ track, heardAt }) => ({
    value: heardAt.toISOString(),
    id: track.id,
  }))
  return {
    items: items.map((row) => ({ track: presentTrack(row), heardAt: row.heardAt.toISOString() })),
    next,
  }
}

/** A track appears once a day, at its last listen. */
export async function recordListen(db: Db, listen: Listen, viewer: Viewer): Promise<void> {
  await assertCanView(db, listen.trackId, viewer)
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await insertHistoryEntry(tx, listen, viewer)
  })
}

export async function clearHistory(db: Db, viewer: Viewer): Promise<void> {
  await resetHistorySince(db, viewer)
  while (await deleteSomeHistoryEntries(db, viewer.id));
}
