import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { shareLinks, shareNotes, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]
export type NewNote = Omit<typeof shareNotes.$inferInsert, 'id'>

/** Not removed by a moderator. */
const isVisible = isNull(shareNotes.removedAt)

/** Undefined once the link has as many notes as it can have. Call it in a transaction. */
export async function insertNote(tx: Db, note: NewNote, max: number) {
  // Concurrent notes of a link wait for each other, so that none exceeds the limit.
  await tx
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(eq(shareLinks.id, note.linkId))
    .for('no key update')
  if ((await tx.$count(shareNotes, eq(shareNotes.linkId, note.linkId))) >= max) return undefined
  const rows = await tx.insert(shareNotes).values(note).returning()
  return rows[0]
}

/** Those of a browser, oldest first. */
export function listNotesOfBrowser(db: Db, linkId: string, browser: string) {
  return db
    .select()
    .from(shareNotes)
    .where(and(eq(shareNotes.linkId, linkId), eq(shareNotes.browser, browser), isVisible))
    .orderBy(asc(shareNotes.createdAt))
}

/** By track and moment. */
export function listNotes(db: Db, linkId: string, noteId?: string) {
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
      doneAt: shareNotes.doneAt,
    })
    .from(shareNotes)
    .innerJoin(tracks, eq(tracks.id, shareNotes.trackId))
    .where(
      and(eq(shareNotes.linkId, linkId), noteId ? eq(shareNotes.id, noteId) : undefined, isVisible),
    )
    .orderBy(asc(shareNotes.trackId), asc(shareNotes.position), asc(shareNotes.id))
}

const isNote = (linkId: string, noteId: string) =>
  and(eq(shareNotes.linkId, linkId), eq(shareNotes.id, noteId))

/** False if it was answered before. */
export async function setAnswer(db: Db, linkId: string, noteId: string, answer: string) {
  const { rowCount } = await db
    .update(shareNotes)
    .set({ answer, answeredAt: sql`now()` })
    .where(and(isNote(linkId, noteId), isNull(shareNotes.answer)))
  return rowCount === 1
}

export async function setDone(db: Db, linkId: string, noteId: string, isDone: boolean) {
  await db
    .update(shareNotes)
    .set({ doneAt: isDone ? sql`coalesce(${shareNotes.doneAt}, now())` : null })
    .where(isNote(linkId, noteId))
}

export async function deleteNote(db: Db, linkId: string, noteId: string): Promise<boolean> {
  const { rowCount } = await db.delete(shareNotes).where(isNote(linkId, noteId))
  return rowCount === 1
}
