import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Privacy } from '#contract/fields.ts'
import type { ReportKind, ReportReason } from '#contract/report-reasons.ts'
import {
  comments,
  likes,
  playlists,
  reportDecisions,
  reportedItems,
  reports,
  shareLinks,
  shareNotes,
  tracks,
  users,
} from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { isActiveUser } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

export type Target = { kind: ReportKind; id: string }

/** What the policy needs of the target, which cannot be deleted until the transaction ends. */
export async function lockTarget(tx: Db, { kind, id }: Target) {
  if (kind === 'user') {
    const rows = await tx
      .select({
        id: users.id,
        userId: users.id,
        privacy: sql<Privacy>`case when ${isActiveUser} then 'public' else 'private' end`,
      })
      .from(users)
      .where(eq(users.id, id))
      .for('key share')
    return rows[0]
  }
  if (kind === 'note') {
    const rows = await tx
      .select({ id: shareNotes.id, userId: shareLinks.userId, privacy: sql<Privacy>`'private'` })
      .from(shareNotes)
      .innerJoin(shareLinks, eq(shareLinks.id, shareNotes.linkId))
      .where(and(eq(shareNotes.id, id), isNull(shareNotes.removedAt)))
      .for('key share', { of: shareNotes })
    return rows[0]
  }
  if (kind === 'comment') {
    const rows = await tx
      .select({ id: comments.id, userId: comments.userId, privacy: tracks.privacy })
      .from(comments)
      .innerJoin(tracks, eq(tracks.id, comments.trackId))
      .where(and(eq(comments.id, id), isNull(comments.removedAt)))
      .for('key share', { of: comments })
    return rows[0]
  }
  const table = kind === 'track' ? tracks : playlists
  const rows = await tx
    .select({ id: table.id, userId: table.userId, privacy: table.privacy })
    .from(table)
    .where(eq(table.id, id))
    .for('key share')
  return rows[0]
}

const targetColumns = {
  track: reportedItems.trackId,
  playlist: reportedItems.playlistId,
  user: reportedItems.userId,
  comment: reportedItems.commentId,
  note: reportedItems.noteId,
}

/** The item of this target, open and locked until the transaction ends. */
export async function openItem(tx: Db, { kind, id }: Target): Promise<string> {
  const reportedAt = sql`clock_timestamp()`
  const rows = await tx
    .insert(reportedItems)
    .values({ kind, [`${kind}Id`]: id, reportedAt })
    .onConflictDoUpdate({ target: targetColumns[kind], set: { isOpen: true, reportedAt } })
    .returning({ id: reportedItems.id })
  return (rows[0] as { id: string }).id
}

type NewReport = { itemId: string; reporterId: string; reason: ReportReason; text: string | null }

/** Undefined if this user has reported it before. */
export async function insertReport(tx: Db, report: NewReport) {
  const rows = await tx
    .insert(reports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: reports.id })
  return rows[0]
}

export const countOpenItems = (db: Db) => db.$count(reportedItems, eq(reportedItems.isOpen, true))

type ItemPage = PageRange & { isOpen: boolean }

export function listItems(db: Db, { isOpen, limit, after }: ItemPage) {
  return db
    .select()
    .from(reportedItems)
    .where(
      and(
        eq(reportedItems.isOpen, isOpen),
        after &&
          sql`(${reportedItems.reportedAt}, ${reportedItems.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(reportedItems.reportedAt), desc(reportedItems.id))
    .limit(limit)
}

export type ItemRow = typeof reportedItems.$inferSelect

export async function findItem(db: Db, id: string): Promise<ItemRow | undefined> {
  const rows = await db.select().from(reportedItems).where(eq(reportedItems.id, id))
  return rows[0]
}

/** Locked, so that of two administrators one decides. */
export async function lockItem(tx: Db, id: string): Promise<ItemRow | undefined> {
  const rows = await tx.select().from(reportedItems).where(eq(reportedItems.id, id)).for('update')
  return rows[0]
}

export async function setOpen(tx: Db, id: string, isOpen: boolean) {
  await tx.update(reportedItems).set({ isOpen }).where(eq(reportedItems.id, id))
}

export async function insertDecision(tx: Db, decision: typeof reportDecisions.$inferInsert) {
  const rows = await tx
    .insert(reportDecisions)
    .values({ createdAt: sql`clock_timestamp()`, ...decision })
    .returning({ id: reportDecisions.id })
  return (rows[0] as { id: string }).id
}

/** Undefined if there is no decision that is in effect. */
export async function findLastDecision(db: Db, itemId: string) {
  const rows = await db
    .select()
    .from(reportDecisions)
    .where(and(eq(reportDecisions.itemId, itemId), isNull(reportDecisions.undoneAt)))
    .orderBy(desc(reportDecisions.createdAt))
    .limit(1)
  return rows[0]
}

export async function markUndone(tx: Db, decisionId: string) {
  await tx
    .update(reportDecisions)
    .set({ undoneAt: sql`clock_timestamp()` })
    .where(eq(reportDecisions.id, decisionId))
}

/** The uploader or author, or the reported user. Authors of notes have no account. */
export async function findOwner(db: Db, { kind, id }: Target): Promise<string | undefined> {
  if (kind === 'user') return id
  if (kind === 'note') return undefined
  const table = kind === 'comment' ? comments : kind === 'track' ? tracks : playlists
  const rows = await db.select({ userId: table.userId }).from(table).where(eq(table.id, id))
  return rows[0]?.userId
}

/** All of them, whatever their privacy: only administrators read reports. */
export function listReportedTracks(db: Db, ids: string[], viewer: Viewer) {
  return db
    .select({ track: trackColumns, user: userSummaryColumns, likedBy: likes.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(likes, and(eq(likes.trackId, tracks.id), eq(likes.userId, viewer.id)))
    .where(inArray(tracks.id, ids))
}

export const listReportedComments = (db: Db, ids: string[]) =>
  db
    .select({
      id: comments.id,
      userId: comments.userId,
      trackId: comments.trackId,
      text: comments.content,
    })
    .from(comments)
    .where(inArray(comments.id, ids))

export const listReportedNotes = (db: Db, ids: string[]) =>
  db
    .select({
      id: shareNotes.id,
      userId: shareLinks.userId,
      trackId: shareNotes.trackId,
      name: shareNotes.name,
      text: shareNotes.text,
    })
    .from(shareNotes)
    .innerJoin(shareLinks, eq(shareLinks.id, shareNotes.linkId))
    .where(inArray(shareNotes.id, ids))

export function listReportRows(db: Db, itemId: string, { limit, after }: PageRange) {
  return db
    .select({ ...getTableColumns(reports), reporter: userSummaryColumns })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(
      and(
        eq(reports.itemId, itemId),
        after && sql`(${reports.createdAt}, ${reports.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
}

/** The newest reports of each item: it may have thousands. */
export function listNewestReports(db: Db, itemIds: string[], limit: number) {
  const newest = db
    .select(getTableColumns(reports))
    .from(reports)
    .where(eq(reports.itemId, reportedItems.id))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
    .as('newest')
  const { id, itemId, reason, text, createdAt } = newest
  return db
    .select({ id, itemId, reason, text, createdAt, reporter: userSummaryColumns })
    .from(reportedItems)
    .crossJoinLateral(newest)
    .leftJoin(users, eq(users.id, newest.reporterId))
    .where(inArray(reportedItems.id, itemIds))
    .orderBy(desc(createdAt), desc(id))
}

export function countReportsOf(db: Db, itemIds: string[]) {
  return db
    .select({ id: reports.itemId, count: count() })
    .from(reports)
    .where(inArray(reports.itemId, itemIds))
    .groupBy(reports.itemId)
}

/** Uploaders and reported users, with what decides whether they can be suspended. */
export function listOwners(db: Db, userIds: string[]) {
  return db
    .select({
      ...userSummaryColumns,
      email: users.email,
      emailVerified: users.emailVerified,
      suspendedAt: users.suspendedAt,
    })
    .from(users)
    .where(inArray(users.id, userIds))
}

export function listDecisionsOf(db: Db, itemIds: string[]) {
  return db
    .select({ ...getTableColumns(reportDecisions), actor: userSummaryColumns })
    .from(reportDecisions)
    .leftJoin(users, eq(users.id, reportDecisions.actorId))
    .where(inArray(reportDecisions.itemId, itemIds))
    .orderBy(desc(reportDecisions.createdAt))
}

export type ReportRow = Awaited<ReturnType<typeof listNewestReports>>[number]
export type DecisionRow = Awaited<ReturnType<typeof listDecisionsOf>>[number]
export type OwnerRow = Awaited<ReturnType<typeof listOwners>>[number]
