import type { Comment, CommentOverview, CommentSort, createComment } from '#contract/comments.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/route.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { type Notice, notify, retract } from '#server/modules/notifications/service.ts'
import { assertUnblocked, ifBlocked, ifBlocking } from '#server/modules/reactions/blocks.ts'
import { lockCaller } from '#server/modules/users/policy.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import { canEdit, canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentComment } from './presenter.ts'
import {
  type CommentRow,
  countComments,
  countReplies,
  findComment,
  findJoined,
  findPinned,
  hasSaid,
  insertComment,
  listMoments,
  listReplies,
  listComments as listRows,
  listSaidBy,
  listWithReplies,
  lockForPin,
  lockParent,
  type SaidRow,
  setClosed,
  setContent,
  setPinned,
} from './repository.ts'
import { lockViewedTrack, momentOn, writeText } from './texts.ts'
import { deleteText, findTrack, type TrackRow } from './texts-repository.ts'

/** As in the repository. */
const momentOf = ({ position }: CommentRow) =>
  position === null ? 2 ** 31 - 1 : Math.round(position * 1000)

type ListQuery = PageQuery & { sort: CommentSort }

export async function listComments(
  db: Db,
  trackId: string,
  { sort, ...query }: ListQuery,
  viewer: Viewer | undefined,
): Promise<Page<Comment>> {
  const { items, next } = await readPage(
    sort === 'newest' ? 'comments' : 'comment moments',
    query,
    (range) => listRows(db, sort, { trackId, viewer, ...range }),
    (row) => [sort === 'newest' ? row.createdAt : momentOf(row), row.id],
  )
  return { items: await withReplies(db, items, viewer), next }
}

async function withReplies(db: Db, rows: CommentRow[], viewer: Viewer | undefined) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const replies = await listReplies(db, ids, viewer)
  return rows.map((row) => presentComment(row, replies, viewer))
}

export async function getOverview(
  db: Db,
  trackId: string,
  viewer: Viewer | undefined,
): Promise<CommentOverview> {
  const track = await findTrack(db, trackId)
  if (!track) throw notFound('Track')
  const pinned = await findPinned(db, trackId, viewer)
  const rows = await listMoments(db, { trackId, viewer, limit: limits.maxMoments })
  const moments = rows.flatMap(({ id, user, content, position }) =>
    position === null ? [] : { id, user: presentUser(user), text: content, position },
  )
  const [presented = null] = await withReplies(db, pinned ? [pinned] : [], viewer)
  return {
    count: await countComments(db, trackId, viewer),
    isClosed: track.isClosed,
    pinned: presented,
    moments: moments.sort((a, b) => a.position - b.position),
  }
}

const refusalsOf = (action: string) => [ifBlocked(action), ifBlocking(action)]

type Said = { parentId: string | null | undefined; text: string; id?: string }

/** For what is written and for what is changed, once author and track are locked. Locks what is replied to. */
async function assertCanSay(tx: Db, track: TrackRow, { parentId, text, id }: Said, viewer: Viewer) {
  const trackId = track.id
  if (track.isClosed && track.userId !== viewer.id) throw forbidden('Comments are closed.')
  await assertUnblocked(tx, refusalsOf('comment on this track'), track.userId, viewer)
  const parent = parentId ? await lockParent(tx, parentId, trackId) : undefined
  if (parentId && !parent) throw notFound('Comment')
  if (parent) await assertUnblocked(tx, refusalsOf('reply to this comment'), parent.userId, viewer)
  if (await hasSaid(tx, { userId: viewer.id, trackId, content: text, id }))
    throw conflict('You have said this here already.')
  return parent
}

export async function writeComment(
  db: Db,
  trackId: string,
  { text, position, parentId }: BodyOf<typeof createComment>,
  viewer: Viewer,
): Promise<Comment> {
  const { id } = await writeText(db, {
    trackId,
    viewer,
    lockAuthor: (tx) => lockCaller(tx, viewer),
    async write(tx, track) {
      const parent = await assertCanSay(tx, track, { parentId, text }, viewer)
      if (parent && (await countReplies(tx, parent.id)) >= limits.maxReplies)
        throw conflict('This comment has as many replies as it can have.')
      const moment = parent ? null : (position ?? null)
      const id = await insertComment(tx, {
        ...{ userId: viewer.id, trackId, content: text, parentId: parent?.id ?? null },
        position: moment === null ? null : momentOn(track, moment),
      })
      return { id, parent }
    },
    noticesOf: ({ userId: ownerId }, { parent }) =>
      noticesOf({ trackId, ownerId, actorId: viewer.id, parent }),
  })
  return getComment(db, id, viewer)
}

type Written = {
  trackId: string
  ownerId: string
  actorId: string
  parent: { userId: string } | undefined
}

/** The author of what is replied to is told, and the artist of everything else. */
function noticesOf({ trackId, ownerId, actorId, parent }: Written): Notice[] {
  const comment = { kind: 'comment', userId: ownerId, trackId, actorId } as const
  if (!parent) return [comment]
  const reply = { kind: 'reply', userId: parent.userId, trackId, actorId } as const
  return parent.userId === ownerId ? [reply] : [reply, comment]
}

async function getComment(db: Db, id: string, viewer: Viewer): Promise<Comment> {
  const [comment] = await withReplies(db, [await getRow(db, id, viewer)], viewer)
  if (!comment) throw notFound('Comment')
  return comment
}

/** 404 for a comment that the viewer does not see, as on a private track. */
async function getRow(db: Db, id: string, viewer: Viewer): Promise<CommentRow> {
  const row = await findComment(db, id, viewer)
  const track = row && (await findTrack(db, row.trackId))
  if (!row || !track || !canView(track, viewer)) throw notFound('Comment')
  return row
}

export async function assertAuthor(db: Db, id: string, viewer: Viewer) {
  if ((await getRow(db, id, viewer)).userId !== viewer.id) throw forbidden()
}

export async function updateComment(db: Db, id: string, text: string, viewer: Viewer) {
  await db.transaction(async (tx) => {
    const { trackId, parentId } = await getRow(tx, id, viewer)
    await lockCaller(tx, viewer)
    const track = await lockViewedTrack(tx, trackId, viewer)
    await assertCanSay(tx, track, { parentId, text, id }, viewer)
    if (!(await setContent(tx, id, text)))
      throw forbidden(`A comment can be changed for ${limits.commentEditMinutes} minutes.`)
  })
  return getComment(db, id, viewer)
}

export async function assertCanDelete(db: Db, id: string, viewer: Viewer) {
  const row = await getRow(db, id, viewer)
  if (row.userId !== viewer.id && !canEdit({ userId: row.ownerId }, viewer)) throw forbidden()
}

/** With its replies. Those of administrators are in the audit log. */
export async function deleteComment(db: Db, id: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await getRow(tx, id, viewer)
    if (row.userId !== viewer.id && row.ownerId !== viewer.id) {
      await recordAction(tx, viewer, { action: 'comment.delete', target: { kind: 'comment', id } })
      const { userId, trackId } = row
      await notify(tx, { kind: 'moderation', detail: 'comment-removed', userId, trackId })
    }
    // No reply is written meanwhile.
    await lockParent(tx, row.parentId ?? id, row.trackId)
    const deleted = await listWithReplies(tx, id)
    if (!(await deleteText(tx, { kind: 'comment', id }))) throw notFound('Comment')
    await retractNotices(tx, row, deleted)
  })
}

/** Those who were told of what is deleted, unless its author has said something else there on that day. */
async function retractNotices(
  tx: Db,
  { trackId, ownerId }: { trackId: string; ownerId: string },
  deleted: SaidRow[],
) {
  const dated = (rows: SaidRow[]) =>
    rows.flatMap(({ userId: actorId, createdAt: at, parentUserId }) => {
      const parent = parentUserId === null ? undefined : { userId: parentUserId }
      return noticesOf({ trackId, ownerId, actorId, parent }).map((notice) => {
        const key = `${notice.kind} ${notice.userId} ${actorId} ${at.toISOString().slice(0, 10)}`
        return [key, { ...notice, at }] as const
      })
    })
  const authors = [...new Set(deleted.map(({ userId }) => userId))]
  const still = new Map(dated(await listSaidBy(tx, trackId, authors)))
  const gone = new Map(dated(deleted).filter(([key]) => !still.has(key)))
  await retract(tx, ...gone.values())
}

/** For what only the artist does. */
export async function assertArtist(db: Db, trackId: string, viewer: Viewer) {
  const track = await findTrack(db, trackId)
  if (!track || !canView(track, viewer)) throw notFound('Track')
  if (track.userId !== viewer.id) throw forbidden()
}

export async function assertArtistOf(db: Db, id: string, viewer: Viewer) {
  if ((await getRow(db, id, viewer)).ownerId !== viewer.id) throw forbidden()
}

export async function pinComment(db: Db, id: string, isPinned: boolean, viewer: Viewer) {
  const { trackId, parentId } = await getRow(db, id, viewer)
  if (isPinned && parentId) throw conflict('A reply cannot be pinned.')
  await db.transaction(async (tx) => {
    await lockForPin(tx, trackId)
    const current = await getRow(tx, id, viewer)
    if (isPinned || current.isPinned) await setPinned(tx, trackId, isPinned ? id : null)
  })
}

export const setCommentsClosed = (db: Db, trackId: string, isClosed: boolean) =>
  setClosed(db, trackId, isClosed)

const dayMs = 24 * 60 * 60_000

/** In the first day of an account. */
export async function isNewAccount(db: Db, userId: string): Promise<boolean> {
  const joined = await findJoined(db, userId)
  return joined !== undefined && Date.now() - joined.getTime() < dayMs
}
