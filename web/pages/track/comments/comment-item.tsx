import { Pin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Comment, CommentReply } from '#contract/comments.ts'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { LocalTime } from '#web/components/local-time.tsx'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { MomentLink } from '../moment-link.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { EditForm, ReplyForm } from './small-forms.tsx'

type CommentItemProps = { comment: Comment; track: Track }

/** A comment with its replies, which have none. */
export function CommentItem({ comment, track }: CommentItemProps) {
  const [isReplying, setReplying] = useState(false)
  useResumeDraft(draftKeys.reply(comment.id), () => setReplying(true))
  return (
    <li>
      <Entry entry={comment} comment={comment} track={track}>
        {!isReplying && (
          <Button
            size="small"
            tone="outline"
            aria-label={`Reply to ${displayName(comment.user)}`}
            onClick={() => setReplying(true)}
          >
            Reply
          </Button>
        )}
      </Entry>
      {(comment.replies.length > 0 || isReplying) && (
        <div className="mt-5 ml-4 grid grid-cols-1 gap-5 border-l border-line pl-4 tablet:ml-5.5 tablet:pl-9.5">
          {comment.replies.length > 0 && (
            <ul
              aria-label={`Replies to ${displayName(comment.user)}`}
              className="grid grid-cols-1 gap-5"
            >
              {comment.replies.map((reply) => (
                <li key={reply.id}>
                  <Entry entry={reply} comment={comment} track={track} />
                </li>
              ))}
            </ul>
          )}
          {isReplying && <ReplyForm comment={comment} onClose={() => setReplying(false)} />}
        </div>
      )}
    </li>
  )
}

type EntryProps = {
  entry: CommentReply
  /** The entry itself, or what it replies to. */
  comment: Comment
  track: Track
  children?: ReactNode
}

function Entry({ entry, comment, track, children }: EntryProps) {
  const [isEditing, setEditing] = useState(false)
  useResumeDraft(draftKeys.editedComment(entry.id), () => setEditing(entry.canEdit))
  const name = displayName(entry.user)
  const isReply = entry.id !== comment.id
  return (
    <article aria-label={`Comment by ${name}`} className="flex gap-3 tablet:gap-4">
      <Avatar user={entry.user} size={isReply ? 'small' : 'normal'} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
          <Link
            href={paths.profile(entry.user.id)}
            className="min-w-0 max-w-full truncate text-md font-semibold text-text hover:underline"
          >
            {name}
          </Link>
          {entry.isArtist && (
            <span className="rounded-full bg-primary-soft px-2 text-xs font-semibold text-primary-text">
              Artist
            </span>
          )}
          {!isReply && comment.position !== null && (
            <MomentLink track={track} seconds={comment.position}>
              {formatDuration(comment.position)}
            </MomentLink>
          )}
          <LocalTime time={entry.createdAt} relative />
          {entry.editedAt && <span>Edited</span>}
          {!isReply && comment.isPinned && (
            <span className="inline-flex items-center gap-1">
              <Pin aria-hidden="true" className="size-3.5" />
              Pinned
            </span>
          )}
        </div>
        {isEditing ? (
          <EditForm entry={entry} trackId={track.id} onClose={() => setEditing(false)} />
        ) : (
          <p className="mt-1 leading-6 wrap-anywhere whitespace-pre-line">
            {entry.isArtist ? <LinkedText text={entry.text} /> : entry.text}
          </p>
        )}
        {children && <div className="mt-2">{children}</div>}
      </div>
      <CommentMenu
        entry={entry}
        {...(!isReply && { comment })}
        track={track}
        onEdit={() => setEditing(true)}
      />
    </article>
  )
}
