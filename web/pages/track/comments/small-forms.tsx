import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Comment, CommentReply } from '#contract/comments.ts'
import { displayName } from '#contract/display-name.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { refetchComments } from '#web/api/comments.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { useRestoredDraft } from '#web/ui/draft-persistence.ts'
import { CommentField } from './comment-field.tsx'
import { useComment } from './use-comment.ts'

export function ReplyForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { draft, change, discard, post, ...state } = useComment({
    trackId: comment.trackId,
    parentId: comment.id,
    onPosted: onClose,
  })
  return (
    <SmallForm
      {...state}
      label={`Reply to ${displayName(comment.user)}`}
      submit="Reply"
      text={draft.text}
      onChange={(text) => change({ text })}
      onSubmit={post}
      onCancel={() => {
        discard()
        onClose()
      }}
    />
  )
}

type EditFormProps = { entry: CommentReply; trackId: string; onClose: () => void }

export function EditForm({ entry: { id, ...entry }, trackId, onClose }: EditFormProps) {
  const queryClient = useQueryClient()
  const [draft, saveDraft] = useRestoredDraft<{ text: string }>(draftKeys.editedComment(id))
  const [text, setText] = useState(draft?.text ?? entry.text)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(routes.updateComment, { params: { id }, body: { text } }),
    meta: { ...inlineErrors, onSessionExpired: () => saveDraft({ text }) },
    onSuccess: async () => {
      await refetchComments(queryClient, trackId)
      onClose()
    },
  })
  return (
    <SmallForm
      label="Comment"
      submit="Save"
      text={text}
      isUnchanged={text === entry.text}
      onChange={setText}
      error={rejectionOf(error)}
      isPending={isPending}
      onSubmit={() => mutate()}
      onCancel={onClose}
    />
  )
}

type SmallFormProps = {
  label: string
  submit: string
  text: string
  isUnchanged?: boolean
  error: string | undefined
  isPending: boolean
  onChange: (text: string) => void
  onSubmit: () => void
  onCancel: () => void
}

function SmallForm({ label, submit, text, isUnchanged = false, ...form }: SmallFormProps) {
  const { error, isPending, onChange, onSubmit, onCancel } = form
  function trySubmit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !isPending) onSubmit()
  }
  return (
    <form onSubmit={trySubmit} className="mt-2 grid gap-3">
      <CommentField
        // The button that had the focus is gone.
        ref={focusOnce}
        label={label}
        value={text}
        error={error}
        onChange={onChange}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" tone="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="small"
          isPending={isPending}
          disabled={text.trim() === '' || isUnchanged}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}

const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus()
