import { deadLink } from '#contract/dead-link.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/route.ts'
import type * as contract from '#contract/share-links.ts'
import type { OwnShareNote, ShareNote } from '#contract/share-links.ts'
import { conflict, HttpError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { LinkHolder, Viewer } from '#server/viewer.ts'
import {
  insertNote,
  listNotes,
  listNotesOfBrowser,
  lockLink,
  setAnswer,
  setDone,
} from './notes-repository.ts'
import { presentNote, presentOwnNote } from './presenter.ts'
import { momentOn, writeText } from './texts.ts'
import { deleteText } from './texts-repository.ts'

/** A share link that is valid for a visit. */
type OpenLink = {
  id: string
  userId: string
  playlistId: string | null
  sharedTracks: readonly string[]
  holder: LinkHolder
  browser: string
  isOwner: boolean
}

/** By whoever has the link. Only its owner sees it, and the browser that wrote it. */
export async function createNote(
  db: Db,
  { trackId, position, name, text }: BodyOf<typeof contract.createShareNote>,
  link: OpenLink,
): Promise<OwnShareNote> {
  const { id: linkId, userId, playlistId, holder, browser, sharedTracks, isOwner } = link
  if (!sharedTracks.includes(trackId)) throw notFound('Track')
  const item = playlistId === null ? { trackId } : { playlistId }
  const inserted = await writeText(db, {
    trackId,
    viewer: holder,
    async write(tx, track) {
      if (!(await lockLink(tx, link))) throw new HttpError(404, deadLink)
      const note = { linkId, trackId, browser, name, text, position: momentOn(track, position) }
      const inserted = await insertNote(tx, note, limits.maxNotes)
      if (!inserted) throw conflict('This link has as many notes as it can have.')
      return inserted
    },
    noticesOf: () => (isOwner ? [] : [{ kind: 'note', userId, detail: name, ...item }]),
  })
  return presentOwnNote(inserted)
}

/** Those that the browser has left. */
export const listOwnNotes = async (
  db: Db,
  { id, browser }: Pick<OpenLink, 'id' | 'browser'>,
): Promise<OwnShareNote[]> => (await listNotesOfBrowser(db, id, browser)).map(presentOwnNote)

type Ids = { id: string; noteId: string }

export const listShareNotes = async (db: Db, linkId: string, viewer: Viewer) =>
  (await listNotes(db, { linkId, userId: viewer.id })).map(presentNote)

export async function getNote(db: Db, { id, noteId }: Ids, viewer: Viewer): Promise<ShareNote> {
  const [note] = await listNotes(db, { linkId: id, noteId, userId: viewer.id })
  if (!note) throw notFound('Note')
  return presentNote(note)
}

/** A note is answered once, but for corrections: whoever wrote it may have read the answer. */
export async function updateNote(
  db: Db,
  ids: Ids,
  { answer, done }: BodyOf<typeof contract.updateShareNote>,
  viewer: Viewer,
): Promise<ShareNote> {
  const { id } = await getNote(db, ids, viewer)
  if (answer !== undefined && !(await setAnswer(db, id, answer)))
    throw conflict('This note is answered already.')
  if (done !== undefined) await setDone(db, id, done)
  return getNote(db, ids, viewer)
}

export async function deleteShareNote(db: Db, ids: Ids, viewer: Viewer): Promise<void> {
  const { id } = await getNote(db, ids, viewer)
  if (!(await deleteText(db, { kind: 'note', id }))) throw notFound('Note')
}
