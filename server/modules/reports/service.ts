import type { z } from 'zod'
import type { decideReport, newReport, ReportedItem } from '#contract/reports.ts'
import type { BodyOf } from '#contract/route.ts'
import { badRequest, conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/audit/service.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import {
  hashAudioOf,
  lockContent,
  removeContent,
  restoreContent,
} from '#server/modules/removals/service.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { rotateKeysOf } from '#server/modules/uploads/rotate-keys.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
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
  type Target,
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

type Deps = { db: Db; store: ObjectStore; mailer: Mailer | undefined }

/** Locks what was reported before its entry, as those do who report or delete it. */
export async function decide(
  deps: Deps,
  id: string,
  { decision, reason }: BodyOf<typeof decideReport>,
  viewer: Viewer,
): Promise<ReportedItem> {
  const { db } = deps
  const item = await findItem(db, id)
  if (!item) throw notFound('Report')
  const target = targetOf(item)
  const content = decision === 'remove' ? contentOf(target) : undefined
  const file = content && (await hashAudioOf(deps, content))
  const decided = await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    if (content) await removeContent(tx, content, { reason: reason ?? '', file })
    const locked = await lockItem(tx, id)
    if (!locked) throw notFound('Report')
    if (!locked.isOpen) throw conflict('This was already decided.')
    const row = { itemId: id, decision, reason: reason ?? null, actorId: viewer.id }
    const decisionId = await insertDecision(tx, row)
    await setOpen(tx, id, false)
    await recordAction(tx, viewer, { action: `report.${decision}`, target, detail: reason })
    return { item: await getItem(tx, id, viewer), decisionId }
  })
  if (content) {
    await deps.mailer?.enqueue({ kind: 'content-removed', decisionId: decided.decisionId })
    await rotateKeysOf(deps, content.id)
  }
  return decided.item
}

/** The entry is open again. */
export async function undo(
  { db, mailer }: Pick<Deps, 'db' | 'mailer'>,
  id: string,
  viewer: Viewer,
): Promise<ReportedItem> {
  const item = await findItem(db, id)
  if (!item) throw notFound('Report')
  const target = targetOf(item)
  const undone = await db.transaction(async (tx) => {
    if (target.kind !== 'user') await lockContent(tx, contentOf(target))
    if (!(await lockItem(tx, id))) throw notFound('Report')
    const last = await undoLastDecision(tx, id)
    if (!last) throw conflict('There is no decision to undo.')
    if (last.decision === 'remove') await restoreContent(tx, contentOf(target))
    await setOpen(tx, id, true)
    await recordAction(tx, viewer, { action: 'report.undo', target, detail: last.decision })
    return { item: await getItem(tx, id, viewer), last }
  })
  if (undone.last.decision === 'remove')
    await mailer?.enqueue({ kind: 'content-restored', decisionId: undone.last.id })
  return undone.item
}

function contentOf({ kind, id }: Target) {
  if (kind === 'user') throw badRequest('Only tracks and playlists can be removed.')
  return { kind, id }
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
