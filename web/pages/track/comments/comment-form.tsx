import { type FormEvent, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { usePlayer, usePlayerContext } from '#web/features/player/use-player.ts'
import { charactersLeft, formatDuration, toTenths } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { CommentField } from './comment-field.tsx'
import { useComment } from './use-comment.ts'

/** Writes a comment; at the moment at which it was begun, if the track was current. */
export function CommentForm({ track }: { track: Track }) {
  const { user, status } = useSession()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, change, post, isPending, error } = useComment({
    trackId: track.id,
    onPosted: () => field.current?.focus(),
  })
  const { text, moment, withMoment } = draft
  const momentNow = useMoment(track)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    post()
  }
  return (
    <form onSubmit={onSubmit} className="mt-5 flex gap-4">
      {user && (
        <div className="hidden tablet:block">
          <Avatar user={user} />
        </div>
      )}
      <div className="grid min-w-0 flex-1 gap-3">
        <CommentField
          ref={field}
          label="Comment"
          placeholder="Write a comment"
          value={text}
          error={error}
          onChange={(next) =>
            change({ text: next, ...(text === '' && next !== '' && { moment: momentNow() }) })
          }
        />
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          {moment !== null && text !== '' ? (
            <Checkbox
              label={`At ${formatDuration(moment)}`}
              checked={withMoment}
              onChange={(withMoment) => change({ withMoment })}
            />
          ) : (
            <span className="text-sm text-muted tabular-nums">
              {charactersLeft(text, limits.maxCommentLength)}
            </span>
          )}
          <Button
            type="submit"
            size="small"
            isPending={isPending}
            disabled={status !== 'signed-out' && text.trim() === ''}
          >
            Post comment
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The position of the track; null unless it is the current one. */
function useMoment(track: Track): () => number | null {
  const player = usePlayer()
  const { position } = usePlayerContext()
  return () => {
    if (player.state().currentTrack?.id !== track.id) return null
    const seconds = position.current()
    return seconds > 0 ? toTenths(seconds) : null
  }
}
