import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/route.ts'
import type * as contract from '#contract/share-links.ts'
import type { OwnShareNote, ShareNote } from '#contract/share-links.ts'
import { conflict, notFound } from '#server/errors.ts'
import { notify } from '#server/modules/notifications/service.ts'
import { getTrack } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  deleteNote,
  insertNote,
  listNotes,
  lockLink,
  lockTrack,
  setAnswer,
  setDone,
} from './notes-repository.ts'
import { invalidLink, type OpenLink } from './open.ts'
import { presentNote, presentOwnNote } from './presenter.ts'
import { getLink } from './service.ts'

/** By whoever has the link. Only its owner sees it, and the browser that wrote it. */
export async function createNote(
  db: Db,
  { trackId, position, name, text }: BodyOf<typeof contract.createShareNote>,
  link: OpenLink,
): Promise<OwnShareNote> {
  const { id: linkId, userId, playlistId, holder, browser, sharedTracks } = link
  if (!sharedTracks.includes(trackId)) throw notFound('Track')
  const { duration } = await getTrack(db, trackId, holder)
  const item = playlistId === null ? { trackId } : { playlistId }
  const moment = Math.min(position, duration ?? position)
  const note = { linkId, trackId, browser, name, text, position: moment }
  return db.transaction(async (tx) => {
    if (!(await lockTrack(tx, trackId))) throw notFound('Track')
    if (!(await lockLink(tx, link))) throw invalidLink()
    const inserted = await insertNote(tx, note, limits.maxNotes)
    if (!inserted) throw conflict('This link has as many notes as it can have.')
    if (!link.isOwner) await notify(tx, { kind: 'note', userId, detail: name, ...item })
    return presentOwnNote(inserted)
  })
}

export async function listShareNotes(db: Db, linkId: string, viewer: Viewer): Promise<ShareNote[]> {
  await getLink(db, linkId, viewer)
  return (await listNotes(db, linkId)).map(presentNote)
}

type Ids = { id: string; noteId: string }

/** A note is answered once, but for corrections: whoever wrote it may have read the answer. */
export async function updateNote(
  db: Db,
  { id: linkId, noteId }: Ids,
  { answer, done }: BodyOf<typeof contract.updateShareNote>,
  viewer: Viewer,
): Promise<ShareNote> {
  await getNote(db, { id: linkId, noteId }, viewer)
  if (answer !== undefined && !(await setAnswer(db, linkId, noteId, answer)))
    throw conflict('This note is answered already.')
  if (done !== undefined) await setDone(db, linkId, noteId, done)
  return getNote(db, { id: linkId, noteId }, viewer)
}

export async function getNote(db: Db, { id, noteId }: Ids, viewer: Viewer): Promise<ShareNote> {
  await getLink(db, id, viewer)
  const [note] = await listNotes(db, id, noteId)
  if (!note) throw notFound('Note')
  return presentNote(note)
}

export async function deleteShareNote(db: Db, ids: Ids, viewer: Viewer): Promise<void> {
  await getNote(db, ids, viewer)
  if (!(await deleteNote(db, ids.id, ids.noteId))) throw notFound('Note')
}
