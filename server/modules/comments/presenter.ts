import type { Comment, CommentReply } from '#contract/comments.ts'
import { limits } from '#contract/limits.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { canEdit } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
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
