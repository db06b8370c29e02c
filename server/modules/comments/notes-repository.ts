import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { playlists, shareLinks, shareNotes, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isNotRemoved, isRecent } from './texts-repository.ts'

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]
export type NewNote = Omit<typeof shareNotes.$inferInsert, 'id'>

/**
 * Call it with the track locked: whoever deletes tracks or playlists has locked them before the links that go with them.
 * Concurrent notes of a link wait for each other, so that none exceeds the limit. False if the link is gone or revoked.
 */
export async function lockLink(
  tx: Db,
  { id, playlistId }: { id: string; playlistId: string | null },
): Promise<boolean> {
  if (playlistId !== null)
    await tx
      .select({ id: playlists.id })
      .from(playlists)
      .where(eq(playlists.id, playlistId))
      .for('key share')
  const rows = await tx
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), isNull(shareLinks.revokedAt)))
    .for('no key update')
  return rows.length === 1
}

/** Undefined once the link, which is locked, has as many notes as it can have. */
export async function insertNote(tx: Db, note: NewNote, max: number) {
  if ((await tx.$count(shareNotes, eq(shareNotes.linkId, note.linkId))) >= max) return undefined
  const rows = await tx.insert(shareNotes).values(note).returning()
  return rows[0]
}

/** Those of a browser, oldest first. */
export function listNotesOfBrowser(db: Db, linkId: string, browser: string) {
  return db
    .select()
    .from(shareNotes)
    .where(
      and(eq(shareNotes.linkId, linkId), eq(shareNotes.browser, browser), isNotRemoved('note')),
    )
    .orderBy(asc(shareNotes.createdAt))
}

/** Those of a user's link, or one of them, by track and moment. */
export function listNotes(
  db: Db,
  { linkId, noteId, userId }: { linkId: string; noteId?: string; userId: string },
) {
  return db
    .select({
      id: shareNotes.id,
      trackId: shareNotes.trackId,
      trackTitle: tracks.title,
      position: shareNotes.position,
      name: shareNotes.name,
      text: shareNotes.text,
      createdAt: shareNotes.createdAt,
      answer: shareNotes.answer,
      canAnswer,
      doneAt: shareNotes.doneAt,
    })
    .from(shareNotes)
    .innerJoin(tracks, eq(tracks.id, shareNotes.trackId))
    .innerJoin(shareLinks, and(eq(shareLinks.id, shareNotes.linkId), eq(shareLinks.userId, userId)))
    .where(
      and(
        eq(shareLinks.id, linkId),
        noteId ? eq(shareNotes.id, noteId) : undefined,
        isNotRemoved('note'),
      ),
    )
    .orderBy(asc(shareNotes.trackId), asc(shareNotes.position), asc(shareNotes.id))
}

const canAnswer = sql<boolean>`(${shareNotes.answer} is null or ${isRecent(shareNotes.answeredAt)})`

/** False if it was answered before. */
export async function setAnswer(db: Db, id: string, answer: string) {
  const { rowCount } = await db
    .update(shareNotes)
    .set({ answer, answeredAt: sql`coalesce(${shareNotes.answeredAt}, now())` })
    .where(and(eq(shareNotes.id, id), canAnswer))
  return rowCount === 1
}

export async function setDone(db: Db, id: string, isDone: boolean) {
  await db
    .update(shareNotes)
    .set({ doneAt: isDone ? sql`coalesce(${shareNotes.doneAt}, now())` : null })
    .where(eq(shareNotes.id, id))
}
