import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Comment, CommentReply } from '#contract/comments.ts'
import { displayName } from '#contract/display-name.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { refetchComments } from '#web/api/comments.ts'
import { useReportItem } from '#web/features/reports/use-report-item.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MenuButton } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type CommentMenuProps = {
  entry: CommentReply
  /** Undefined for a reply, which cannot be pinned. */
  comment?: Comment
  track: Track
  onEdit: () => void
}

/** What the viewer can do with a comment: visitors can report it. */
export function CommentMenu({ entry, comment, track, onEdit }: CommentMenuProps) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const params = { id: entry.id }
  const refetch = () => refetchComments(queryClient, track.id)
  const remove = useMutation({
    mutationFn: () => request(routes.deleteComment, { params }),
    meta: { onFailure: { title: 'Failed to delete the comment' } },
    onSuccess: refetch,
    onSettled: () => setDeleting(false),
  })
  const isPinned = comment?.isPinned ?? false
  const pin = useMutation({
    mutationFn: () => request(isPinned ? routes.unpinComment : routes.pinComment, { params }),
    meta: { onFailure: { title: 'Failed to pin the comment' } },
    onSuccess: refetch,
  })
  const name = displayName(entry.user)
  const report = useReportItem(entry.user.id, { kind: 'comment', id: entry.id, name })
  if (user === undefined) return null
  return (
    <>
      <Menu trigger={<MenuButton label={`More about the comment by ${name}`} size="small" />}>
        {comment && user?.id === track.userId && (
          <MenuItem icon={isPinned ? <PinOff /> : <Pin />} onSelect={() => pin.mutate()}>
            {isPinned ? 'Unpin' : 'Pin'}
          </MenuItem>
        )}
        {entry.canEdit && (
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            Edit
          </MenuItem>
        )}
        {entry.canDelete && (
          <MenuItem icon={<Trash2 />} onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        )}
        {report}
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title="Delete comment"
          text={
            comment && comment.replies.length > 0
              ? 'The comment and its replies will be deleted.'
              : 'The comment will be deleted.'
          }
          confirm="Delete"
          pendingText="Deleting..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
