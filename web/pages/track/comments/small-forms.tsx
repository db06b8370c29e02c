import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Comment, CommentReply } from '#contract/comments.ts'
import { displayName } from '#contract/display-name.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { refetchComments } from '#web/api/comments.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { CommentField } from './comment-field.tsx'

export function ReplyForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  return (
    <SmallForm
      label={`Reply to ${displayName(comment.user)}`}
      submit="Reply"
      trackId={comment.trackId}
      onClose={onClose}
      send={(text) =>
        request(routes.createComment, {
          params: { id: comment.trackId },
          body: { text, parentId: comment.id },
        })
      }
    />
  )
}

type EditFormProps = { entry: CommentReply; trackId: string; onClose: () => void }

export function EditForm({ entry, trackId, onClose }: EditFormProps) {
  return (
    <SmallForm
      label="Comment"
      submit="Save"
      text={entry.text}
      trackId={trackId}
      onClose={onClose}
      send={(text) => request(routes.updateComment, { params: { id: entry.id }, body: { text } })}
    />
  )
}

type SmallFormProps = {
  label: string
  submit: string
  text?: string
  trackId: string
  send: (text: string) => Promise<unknown>
  onClose: () => void
}

function SmallForm({ label, submit, text: initial = '', ...form }: SmallFormProps) {
  const { trackId, send, onClose } = form
  const queryClient = useQueryClient()
  const [text, setText] = useState(initial)
  const save = useMutation({
    mutationFn: () => send(text),
    meta: inlineErrors,
    onSuccess: async () => {
      await refetchComments(queryClient, trackId)
      onClose()
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !save.isPending) save.mutate()
  }
  return (
    <form onSubmit={onSubmit} className="mt-2 grid gap-3">
      <CommentField
        // The button that had the focus is gone.
        ref={focusOnce}
        label={label}
        value={text}
        error={rejectionOf(save.error)}
        onChange={setText}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" tone="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="small"
          isPending={save.isPending}
          disabled={text.trim() === '' || text === initial}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}

const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus()
