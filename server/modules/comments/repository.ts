import {
  and,
  asc,
  type Column,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CommentSort } from '#contract/comments.ts'
import { comments, tracks, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { hasBlocked, isActiveUser } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { isNotRemoved, isRecent } from './texts-repository.ts'

const columns = {
  id: comments.id,
  userId: comments.userId,
  trackId: comments.trackId,
  parentId: comments.parentId,
  content: comments.content,
  position: comments.position,
  isPinned: comments.isPinned,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  ownerId: tracks.userId,
  isClosed: tracks.commentsClosed,
  user: userSummaryColumns,
}

const select = (db: Db) =>
  db
    .select(columns)
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .innerJoin(tracks, eq(tracks.id, comments.trackId))

export type CommentRow = Awaited<ReturnType<typeof findComment>> & {}

/**
 * Nobody sees the comments of those who have blocked them, nor of those whom they have blocked, except below their own
 * tracks, where they can delete them. Of those who have blocked the artist, who could not, nobody else sees any there.
 */
function shownTo(viewer: Viewer | undefined): SQL | undefined {
  const isShown = and(isNotRemoved('comment'), isActiveUser)
  const hasBlockedArtist = hasBlocked(comments.userId, tracks.userId)
  if (!viewer) return and(isShown, not(hasBlockedArtist))
  const [own, others] = [sql`${viewer.id}`, (id: Column) => ne(id, viewer.id)]
  return and(
    isShown,
    not(hasBlocked(comments.userId, own)),
    not(sql`(${others(tracks.userId)} and ${hasBlocked(own, comments.userId)})`),
    not(sql`(${others(comments.userId)} and ${hasBlockedArtist})`),
  )
}

/** In milliseconds; comments without a moment come last. */
const moment = sql<number>`coalesce(round(${comments.position} * 1000)::int, 2147483647)`

type CommentPage = PageRange & { trackId: string; viewer: Viewer | undefined }

/** Newest first, or by moment. */
export function listComments(db: Db, sort: CommentSort, page: CommentPage) {
  const { trackId, viewer, limit, after } = page
  const [key, isNext, order] =
    sort === 'newest' ? [comments.createdAt, sql`<`, desc] : [moment, sql`>`, asc]
  return select(db)
    .where(
      and(
        eq(comments.trackId, trackId),
        isNull(comments.parentId),
        shownTo(viewer),
        after && sql`(${key}, ${comments.id}) ${isNext} (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(order(key), order(comments.id))
    .limit(limit)
}

export const listReplies = (db: Db, parentIds: string[], viewer: Viewer | undefined) =>
  select(db)
    .where(and(inArray(comments.parentId, parentIds), shownTo(viewer)))
    .orderBy(asc(comments.createdAt), asc(comments.id))

export const listMoments = (
  db: Db,
  { trackId, viewer, limit }: { trackId: string; viewer: Viewer | undefined; limit: number },
) =>
  select(db)
    .where(
      and(
        eq(comments.trackId, trackId),
        isNull(comments.parentId),
        isNotNull(comments.position),
        shownTo(viewer),
      ),
    )
    .orderBy(desc(comments.createdAt))
    .limit(limit)

export async function findPinned(db: Db, trackId: string, viewer: Viewer | undefined) {
  const rows = await select(db).where(
    and(eq(comments.trackId, trackId), eq(comments.isPinned, true), shownTo(viewer)),
  )
  return rows[0]
}

/** A reply is shown with what it replies to. */
export async function countComments(db: Db, trackId: string, viewer: Viewer | undefined) {
  const shown = db.$with('shown').as(
    db
      .select({ id: comments.id, parentId: comments.parentId })
      .from(comments)
      .innerJoin(users, eq(users.id, comments.userId))
      .innerJoin(tracks, eq(tracks.id, comments.trackId))
      .where(and(eq(comments.trackId, trackId), shownTo(viewer))),
  )
  const rows = await db
    .with(shown)
    .select({ count: sql<number>`count(*)::int` })
    .from(shown)
    .where(
      or(isNull(shown.parentId), inArray(shown.parentId, db.select({ id: shown.id }).from(shown))),
    )
  return rows[0]?.count ?? 0
}

export async function findComment(db: Db, id: string, viewer?: Viewer) {
  const rows = await select(db).where(and(eq(comments.id, id), shownTo(viewer)))
  return rows[0]
}

export async function findJoined(db: Db, userId: string) {
  const rows = await db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId))
  return rows[0]?.createdAt
}

type Said = { userId: string; trackId: string; content: string; id?: string | undefined }

/** Ignoring case and white space. */
export async function hasSaid(tx: Db, { userId, trackId, content, id }: Said): Promise<boolean> {
  const flat = (text: unknown) => sql`lower(regexp_replace(${text}, '\\s+', ' ', 'g'))`
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.userId, userId),
        eq(comments.trackId, trackId),
        id ? ne(comments.id, id) : undefined,
        sql`${flat(comments.content)} = ${flat(sql`${content}::text`)}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Locked, so that replies are counted right. Undefined for a reply, which has no replies. */
export async function lockParent(tx: Db, id: string, trackId: string) {
  const rows = await tx
    .select({ id: comments.id, userId: comments.userId })
    .from(comments)
    .where(
      and(
        eq(comments.id, id),
        eq(comments.trackId, trackId),
        isNull(comments.parentId),
        isNotRemoved('comment'),
      ),
    )
    .for('no key update')
  return rows[0]
}

export const countReplies = (tx: Db, parentId: string) =>
  tx.$count(comments, eq(comments.parentId, parentId))

export async function insertComment(tx: Db, comment: typeof comments.$inferInsert) {
  const rows = await tx
    .insert(comments)
    .values({ ...comment, createdAt: sql`clock_timestamp()` })
    .returning({ id: comments.id })
  return (rows[0] as { id: string }).id
}

/** False if it was written too long ago. */
export async function setContent(tx: Db, id: string, content: string) {
  const { rowCount } = await tx
    .update(comments)
    .set({ content, editedAt: sql`now()` })
    .where(and(eq(comments.id, id), isRecent(comments.createdAt)))
  return rowCount === 1
}

const parent = alias(comments, 'parent')
const selectSaid = (tx: Db) =>
  tx
    .select({ userId: comments.userId, createdAt: comments.createdAt, parentUserId: parent.userId })
    .from(comments)
    .leftJoin(parent, eq(parent.id, comments.parentId))

export type SaidRow = Awaited<ReturnType<typeof listWithReplies>>[number]

/** A comment and its replies. */
export const listWithReplies = (tx: Db, id: string) =>
  selectSaid(tx).where(or(eq(comments.id, id), eq(comments.parentId, id)))

/** What these users have said about a track. */
export const listSaidBy = (tx: Db, trackId: string, userIds: string[]) =>
  selectSaid(tx).where(and(eq(comments.trackId, trackId), inArray(comments.userId, userIds)))

/** One comment of the track, or none. */
export async function setPinned(tx: Db, trackId: string, id: string | null) {
  await tx
    .update(comments)
    .set({ isPinned: false })
    .where(and(eq(comments.trackId, trackId), eq(comments.isPinned, true)))
  if (id) await tx.update(comments).set({ isPinned: true }).where(eq(comments.id, id))
}

/** Serializes the pins of a track. */
export async function lockForPin(tx: Db, trackId: string) {
  await tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, trackId)).for('no key update')
}

export async function setClosed(db: Db, trackId: string, commentsClosed: boolean) {
  await db.update(tracks).set({ commentsClosed }).where(eq(tracks.id, trackId))
}
