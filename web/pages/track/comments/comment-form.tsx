import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { refetchComments } from '#web/api/comments.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { usePlayer, usePlayerContext } from '#web/features/player/use-player.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { CommentField } from './comment-field.tsx'

/** Writes a comment; at the moment at which it was begun, if the track was current. */
export function CommentForm({ track }: { track: Track }) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { user, status } = useSession()
  const [text, setText] = useState('')
  const [moment, setMoment] = useState<number | null>(null)
  const [withMoment, setWithMoment] = useState(true)
  const field = useRef<HTMLTextAreaElement>(null)
  const momentNow = useMoment(track)
  const position = withMoment ? moment : null
  const post = useMutation({
    mutationFn: () =>
      request(routes.createComment, { params: { id: track.id }, body: { text, position } }),
    meta: inlineErrors,
    onSuccess: async () => {
      setText('')
      setMoment(null)
      await refetchComments(queryClient, track.id)
      field.current?.focus()
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (status === 'signed-out')
      return toasts.show({
        title: 'Sign in required',
        text: 'You need to sign in to comment on tracks.',
        tone: 'sign-in',
      })
    if (text.trim() !== '' && !post.isPending) post.mutate()
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
          error={rejectionOf(post.error)}
          onChange={(next) => {
            if (text === '' && next !== '') setMoment(momentNow())
            setText(next)
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          {moment !== null && text !== '' ? (
            <Checkbox
              label={`At ${formatDuration(moment)}`}
              checked={withMoment}
              onChange={setWithMoment}
            />
          ) : (
            <span className="text-sm text-muted tabular-nums">
              {text.length > limits.maxCommentLength - 100 &&
                `${limits.maxCommentLength - text.length} characters left`}
            </span>
          )}
          <Button
            type="submit"
            size="small"
            isPending={post.isPending}
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
    return seconds > 0 ? Math.floor(seconds * 10) / 10 : null
  }
}
