import type { Comment, CommentReply } from '#contract/comments.ts'
import { limits } from '#contract/limits.ts'
import type { OwnShareNote, ShareNote } from '#contract/share-links.ts'
import type { shareNotes } from '#server/database/schema.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { canEdit } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import type { NoteRow } from './notes-repository.ts'
import type { CommentRow } from './repository.ts'

const editMs = limits.commentEditMinutes * 60_000

function presentReply(row: CommentRow, viewer: Viewer | undefined): CommentReply {
  const isAuthor = viewer?.id === row.userId
  const isArtist = row.userId === row.ownerId
  const isRecent = Date.now() - row.createdAt.getTime() < editMs
  return {
    id: row.id,
    user: presentUser(row.user),
    text: row.content,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    isArtist,
    canEdit: isAuthor && isRecent && (isArtist || !row.isClosed),
    canDelete: isAuthor || canEdit({ userId: row.ownerId }, viewer),
  }
}

export const presentComment = (
  row: CommentRow,
  replies: readonly CommentRow[],
  viewer: Viewer | undefined,
): Comment => ({
  ...presentReply(row, viewer),
  trackId: row.trackId,
  position: row.position,
  isPinned: row.isPinned,
  replies: replies
    .filter(({ parentId }) => parentId === row.id)
    .map((reply) => presentReply(reply, viewer)),
})

type OwnNoteRow = Omit<
  typeof shareNotes.$inferSelect,
  'linkId' | 'browser' | 'answeredAt' | 'doneAt' | 'removedAt'
>

/** Neither who else has written nor what the owner has done with it. */
export const presentOwnNote = (note: OwnNoteRow): OwnShareNote => ({
  id: note.id,
  trackId: note.trackId,
  position: note.position,
  name: note.name,
  text: note.text,
  createdAt: note.createdAt.toISOString(),
  answer: note.answer,
})

export const presentNote = (note: NoteRow): ShareNote => ({
  ...presentOwnNote(note),
  trackTitle: note.trackTitle,
  doneAt: note.doneAt?.toISOString() ?? null,
  canAnswer: note.canAnswer,
})
