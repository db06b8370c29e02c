import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { decideReport, newReport, Report, ReportedItem } from '#contract/reports.ts'
import type { BodyOf } from '#contract/route.ts'
import { badRequest, conflict, forbidden, notFound } from '#server/errors.ts'
import { moderateText } from '#server/modules/comments/texts.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import {
  hashAudioOf,
  lockContent,
  removeContent,
  restoreContent,
} from '#server/modules/moderation/removals/service.ts'
import { lift, suspend } from '#server/modules/moderation/suspensions/service.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { rotateKeysOf } from '#server/modules/uploads/cleanup-service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createAdminPolicy } from '#server/shared/administrators.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'
import type { ModerationMailer } from '../mails.ts'
import { positionOfReport, presentItem, presentReport, type Related } from './presenter.ts'
import {
  countOpenItems,
  countReportsOf,
  findItem,
  findLastDecision,
  findOwner,
  type ItemRow,
  insertDecision,
  insertReport,
  listDecisionsOf,
  listItems,
  listNewestReports,
  listOwners,
  listReportedComments,
  listReportedNotes,
  listReportedTracks,
  listReportRows,
  lockItem,
  lockTarget,
  markUndone,
  openItem,
  setOpen,
  type Target,
} from './repository.ts'

const resources = {
  track: 'Track',
  playlist: 'Playlist',
  user: 'User',
  comment: 'Comment',
  note: 'Note',
}

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
    // The one thing that is reported by whom it belongs to, who alone sees it.
    if (kind === 'note' && target.userId !== viewer.id) throw notFound(resources.note)
    if (kind !== 'note' && target.userId === viewer.id)
      throw forbidden('You cannot report what is yours.')
    const itemId = await openItem(tx, { kind, id })
    const report = { itemId, reporterId: viewer.id, reason, text: text ?? null }
    const inserted = await insertReport(tx, report)
    if (!inserted) throw conflict('You have already reported this.')
    return inserted
  })
}

type ListQuery = PageQuery & { state: 'open' | 'decided' }

type Lists = { db: Db; administrators: Administrators }

export async function listReports(
  { db, administrators }: Lists,
  { state, ...query }: ListQuery,
  viewer: Viewer,
): Promise<Page<ReportedItem>> {
  const { items, next } = await readPage(
    'reported items',
    query,
    (range) => listItems(db, { isOpen: state === 'open', ...range }),
    ({ id, reportedAt }) => [reportedAt, id],
  )
  const related = await loadRelated({ db, administrators }, items, viewer)
  return { items: items.flatMap((item) => presentItem(item, related) ?? []), next }
}

export async function listReportsOfItem(
  db: Db,
  itemId: string,
  query: PageQuery,
): Promise<Page<Report>> {
  const page = await readPage(
    'reports',
    query,
    (range) => listReportRows(db, itemId, range),
    positionOfReport,
  )
  return mapPage(page, presentReport)
}

export async function countReports(db: Db): Promise<{ open: number }> {
  return { open: await countOpenItems(db) }
}

type Deps = Lists & { store: ObjectStore; mailer: ModerationMailer | undefined }

/** Locks the target before the item: in the same order as reporting and deleting do. */
export async function decide(
  deps: Deps,
  id: string,
  { decision, reason }: BodyOf<typeof decideReport>,
  viewer: Viewer,
): Promise<ReportedItem> {
  const { db, mailer, administrators } = deps
  const target = targetOf(await assertItemExists(db, id))
  const content = decision === 'remove' ? contentOf(target) : undefined
  const files = content ? await hashAudioOf(deps, content) : []
  const user = decision === 'suspend' ? await ownerOf(db, target) : undefined
  const decided = await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    if (content) await removeContent(tx, content, { reason: reason ?? '', files })
    else if (decision === 'remove' && !(await changeText(tx, target, 'removed')))
      throw conflict('This was already removed.')
    const at = user && (await suspend(tx, { userId: user.id, viewer, administrators }))
    if (!(await assertItemExists(tx, id, lockItem)).isOpen)
      throw conflict('This was already decided.')
    const row = { itemId: id, decision, reason: reason ?? null, actorId: viewer.id }
    const decisionId = await insertDecision(tx, { ...row, ...(at && { createdAt: at }) })
    await setOpen(tx, id, false)
    const action = `report.${decision}` as const
    await recordAction(tx, viewer, { action, target: user ?? target, detail: reason })
    return { item: await getItem({ db: tx, administrators }, id, viewer), decisionId }
  })
  const { decisionId } = decided
  if (content) await mailer?.enqueue({ kind: 'content-removed', decisionId })
  if (user)
    await mailer?.enqueue({ kind: 'account-suspended', userId: user.id, reason: reason ?? '' })
  if (content) await rotateKeysOf(deps, content.id)
  return decided.item
}

/** Undoes the last decision, and opens the item again. */
export async function undo(
  { db, mailer, administrators }: Omit<Deps, 'store'>,
  id: string,
  viewer: Viewer,
): Promise<ReportedItem> {
  const target = targetOf(await assertItemExists(db, id))
  const last = await findLastDecision(db, id)
  if (!last) throw nothingToUndo()
  const user = last.decision === 'suspend' ? await ownerOf(db, target) : undefined
  const content = last.decision === 'remove' ? contentOf(target) : undefined
  const undone = await db.transaction(async (tx) => {
    const locked = content && (await lockContent(tx, content))
    // Ends the suspension of this decision only, not a later one.
    const isLifted = user !== undefined && (await lift(tx, user.id, last.createdAt))
    await assertItemExists(tx, id, lockItem)
    if ((await findLastDecision(tx, id))?.id !== last.id) throw nothingToUndo()
    await markUndone(tx, last.id)
    if (content && locked) await restoreContent(tx, content, locked.userId)
    else if (last.decision === 'remove') await changeText(tx, target, 'restored')
    await setOpen(tx, id, true)
    const detail = last.decision
    await recordAction(tx, viewer, { action: 'report.undo', target: user ?? target, detail })
    return { item: await getItem({ db: tx, administrators }, id, viewer), isLifted }
  })
  if (content) await mailer?.enqueue({ kind: 'content-restored', decisionId: last.id })
  if (user && undone.isLifted) await mailer?.enqueue({ kind: 'suspension-lifted', userId: user.id })
  return undone.item
}

const changeText = (tx: Db, { kind, id }: Target, change: 'removed' | 'restored') =>
  moderateText(tx, { kind: kind === 'note' ? kind : 'comment', id }, change)

const nothingToUndo = () => conflict('There is no decision to undo.')

export async function assertItemExists(db: Db, id: string, find = findItem): Promise<ItemRow> {
  const item = await find(db, id)
  if (!item) throw notFound('Report')
  return item
}

async function ownerOf(db: Db, target: Target) {
  if (target.kind === 'note') throw badRequest('The author of a note has no account.')
  const id = await findOwner(db, target)
  if (!id) throw notFound('Report')
  return { kind: 'user' as const, id }
}

function contentOf({ kind, id }: Target) {
  if (kind === 'user') throw badRequest('Users are suspended, not removed.')
  return kind === 'comment' || kind === 'note' ? undefined : { kind, id }
}

const targetOf = ({ kind, trackId, playlistId, userId, commentId, noteId }: ItemRow) => ({
  kind,
  id: trackId ?? playlistId ?? userId ?? commentId ?? noteId ?? '',
})

async function getItem(lists: Lists, id: string, viewer: Viewer): Promise<ReportedItem> {
  const row = await assertItemExists(lists.db, id)
  const item = presentItem(row, await loadRelated(lists, [row], viewer))
  if (!item) throw notFound('Report')
  return item
}

async function loadRelated(
  { db, administrators }: Lists,
  items: ItemRow[],
  viewer: Viewer,
): Promise<Related> {
  const idsOf = (column: 'id' | 'trackId' | 'playlistId' | 'userId' | 'commentId' | 'noteId') =>
    items.flatMap((item) => item[column] ?? [])
  const itemIds = idsOf('id')
  const comments = await listReportedComments(db, idsOf('commentId'))
  const notes = await listReportedNotes(db, idsOf('noteId'))
  const texts = [...comments, ...notes]
  const trackIds = [...idsOf('trackId'), ...texts.map(({ trackId }) => trackId)]
  const tracks = await listReportedTracks(db, trackIds, viewer)
  const playlists = await getPlaylistsByIds(db, idsOf('playlistId'), viewer)
  const uploaderIds = [
    ...[...tracks, ...playlists].map(({ user }) => user.id),
    ...texts.map(({ userId }) => userId),
  ]
  return {
    tracks: byId(tracks.map((row) => presentTrack(row, viewer))),
    playlists: byId(playlists),
    comments: byId(comments),
    notes: byId(notes),
    reports: await listNewestReports(db, itemIds, limits.maxReportsInDetail + 1),
    reportCounts: byId(await countReportsOf(db, itemIds)),
    owners: byId(await listOwners(db, [...idsOf('userId'), ...uploaderIds])),
    isAdmin: createAdminPolicy(administrators),
    decisions: await listDecisionsOf(db, itemIds),
  }
}

const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
