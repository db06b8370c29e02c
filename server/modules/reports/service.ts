import type { z } from 'zod'
import type { decideReport, newReport, ReportedItem } from '#contract/reports.ts'
import type { BodyOf } from '#contract/route.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/audit/service.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decodeCursor, type Page, toPage } from '#server/shared/cursor.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentItem, type Related } from './presenter.ts'
import {
  countOpenItems,
  findItem,
  type ItemRow,
  insertDecision,
  insertReport,
  listDecisionsOf,
  listItems,
  listReportedTracks,
  listReportsOf,
  lockItem,
  lockTarget,
  openItem,
  setOpen,
  undoLastDecision,
} from './repository.ts'

const resources = { track: 'Track', playlist: 'Playlist', user: 'User' }

/** Opens the item again if it was decided. */
export async function createReport(
  db: Db,
  { kind, id, reason, text }: z.output<typeof newReport>,
  viewer: Viewer,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const target = await lockTarget(tx, { kind, id })
    if (!target || !canView(target, viewer)) throw notFound(resources[kind])
    if (target.userId === viewer.id) throw forbidden('You cannot report what is yours.')
    const itemId = await openItem(tx, { kind, id })
    const report = { itemId, reporterId: viewer.id, reason, text: text ?? null }
    const inserted = await insertReport(tx, report)
    if (!inserted) throw conflict('You have already reported this.')
    return inserted
  })
}

type ListQuery = { state: 'open' | 'decided'; limit: number; cursor?: string | undefined }

export async function listReports(
  db: Db,
  { state, limit, cursor }: ListQuery,
  viewer: Viewer,
): Promise<Page<ReportedItem>> {
  const rows = await listItems(db, {
    isOpen: state === 'open',
    limit: limit + 1,
    after: decodeCursor('recent', cursor),
  })
  const { items, next } = toPage(rows, limit, 'recent', ({ id, reportedAt }) => ({
    value: reportedAt.toISOString(),
    id,
  }))
  const related = await loadRelated(db, items, viewer)
  return { items: items.flatMap((item) => presentItem(item, related) ?? []), next }
}

export async function countReports(db: Db): Promise<{ open: number }> {
  return { open: await countOpenItems(db) }
}

export async function assertItemExists(db: Db, id: string) {
  if (!(await findItem(db, id))) throw notFound('Report')
}

export async function decide(
  db: Db,
  id: string,
  { decision, reason }: BodyOf<typeof decideReport>,
  viewer: Viewer,
): Promise<ReportedItem> {
  return db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const item = await lockItem(tx, id)
    if (!item) throw notFound('Report')
    if (!item.isOpen) throw conflict('This was already decided.')
    await insertDecision(tx, { itemId: id, decision, reason: reason ?? null, actorId: viewer.id })
    await setOpen(tx, id, false)
    await recordAction(tx, viewer, {
      action: `report.${decision}`,
      target: targetOf(item),
      detail: reason,
    })
    return getItem(tx, id, viewer)
  })
}

export async function undo(db: Db, id: string, viewer: Viewer): Promise<ReportedItem> {
  return db.transaction(async (tx) => {
    const item = await lockItem(tx, id)
    if (!item) throw notFound('Report')
    if (!(await undoLastDecision(tx, id))) throw conflict('There is no decision to undo.')
    await setOpen(tx, id, true)
    await recordAction(tx, viewer, { action: 'report.undo', target: targetOf(item) })
    return getItem(tx, id, viewer)
  })
}

const targetOf = ({ kind, trackId, playlistId, userId }: ItemRow) => ({
  kind,
  id: trackId ?? playlistId ?? userId ?? '',
})

async function getItem(db: Db, id: string, viewer: Viewer): Promise<ReportedItem> {
  const row = await findItem(db, id)
  const item = row && presentItem(row, await loadRelated(db, [row], viewer))
  if (!item) throw notFound('Report')
  return item
}

async function loadRelated(db: Db, items: ItemRow[], viewer: Viewer): Promise<Related> {
  const idsOf = (column: 'id' | 'trackId' | 'playlistId' | 'userId') =>
    items.flatMap((item) => item[column] ?? [])
  const [reports, decisions] = [
    await listReportsOf(db, idsOf('id')),
    await listDecisionsOf(db, idsOf('id')),
  ]
  const userIds = new Set([
    ...idsOf('userId'),
    ...reports.flatMap(({ reporterId }) => reporterId ?? []),
    ...decisions.flatMap(({ actorId }) => actorId ?? []),
  ])
  const tracks = await listReportedTracks(db, idsOf('trackId'), viewer)
  const playlists = await getPlaylistsByIds(db, idsOf('playlistId'), viewer)
  const users = await getUsersByIds(db, [...userIds])
  return {
    reports,
    decisions,
    tracks: byId(tracks.map(presentTrack)),
    playlists: byId(playlists),
    users: byId(users),
  }
}

const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
