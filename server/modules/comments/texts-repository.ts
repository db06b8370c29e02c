import { type Column, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import { comments, shareNotes, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/**
 * Two tables, because a note is not public: whoever lists comments cannot forget to leave it out. It is of a link and a
 * browser instead of a user, and has an answer instead of replies.
 */
const tables = { comment: comments, note: shareNotes }
export type Text = { kind: keyof typeof tables; id: string }

/** Not removed by a moderator. */
export const isNotRemoved = (kind: Text['kind']): SQL => isNull(tables[kind].removedAt)

/** Comments can be changed for so long, and answers to notes corrected. */
export const isRecent = (since: Column): SQL<boolean> =>
  sql`${since} > now() - make_interval(mins => ${limits.commentEditMinutes})`

const selectTrack = (db: Db, id: string) =>
  db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      duration: tracks.duration,
      isClosed: tracks.commentsClosed,
    })
    .from(tracks)
    .where(eq(tracks.id, id))

export type TrackRow = Awaited<ReturnType<typeof findTrack>> & {}

export const findTrack = async (db: Db, id: string) => (await selectTrack(db, id))[0]

/** It cannot be deleted until the transaction ends. */
export const lockTrack = async (tx: Db, id: string) =>
  (await selectTrack(tx, id).for('key share'))[0]

export async function deleteText(tx: Db, { kind, id }: Text): Promise<boolean> {
  const { rowCount } = await tx.delete(tables[kind]).where(eq(tables[kind].id, id))
  return rowCount === 1
}

/** By a moderator. Returns its track, and the author of a comment; undefined if it was removed, or was not. */
export async function setRemoved(tx: Db, { kind, id }: Text, isRemoved: boolean) {
  const [isPinned, author] =
    kind === 'comment' ? [sql`, is_pinned = false`, sql`user_id`] : [sql``, sql`null`]
  const { rows } = await tx.execute<{ trackId: string; userId: string | null }>(sql`
    update ${tables[kind]} set removed_at = ${isRemoved ? sql`now()` : sql`null`} ${isPinned}
    where id = ${id} and (removed_at is null) = ${isRemoved}
    returning track_id as "trackId", ${author} as "userId"`)
  return rows[0]
}
