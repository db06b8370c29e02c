import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { ShareNote } from '#contract/share-links.ts'
import type { Track } from '#contract/tracks.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { refetchShareLinks } from '#web/api/share-links.ts'
import { LocalTime } from '#web/components/local-time.tsx'
import { MomentButton, NoteText } from '#web/components/notes.tsx'
import { usePlayer } from '#web/features/player/use-player.ts'
import { ReportButton } from '#web/features/reports/use-report-item.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

type NoteItemProps = {
  linkId: string
  note: ShareNote
  /** Undefined while it is not loaded. */
  track: Track | undefined
  time: string
}

/** A note as the owner sees it: answered once, with corrections for a while, marked as done, deleted, reported. */
export function NoteItem({ linkId, note, track, time }: NoteItemProps) {
  const queryClient = useQueryClient()
  const player = usePlayer()
  /** Undefined until it is opened for the first time. */
  const [isAnswering, setAnswering] = useState<boolean>()
  const [isDeleting, setDeleting] = useState(false)
  const params = { id: linkId, noteId: note.id }
  const refetch = () => refetchShareLinks(queryClient)
  const setDone = useMutation({
    mutationFn: (done: boolean) => request(routes.updateShareNote, { params, body: { done } }),
    onSettled: refetch,
  })
  const remove = useMutation({
    mutationFn: () => request(routes.deleteShareNote, { params }),
    // Otherwise the dialog goes with the note, and gives the focus to what stays.
    onError: () => setDeleting(false),
    onSettled: refetch,
  })
  function playFrom() {
    if (!track) return
    if (player.state().currentTrack?.id !== track.id) player.playTrack(track)
    player.seek(note.position)
  }
  const isDone = setDone.isPending ? setDone.variables : note.doneAt !== null
  return (
    <li className={classNames('border-l-2 pl-4', isDone ? 'border-line' : 'border-like')}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
        <MomentButton verb="Play from" onClick={playFrom}>
          {time}
        </MomentButton>
        <strong className="font-semibold text-text wrap-anywhere">{note.name}</strong>
        <LocalTime time={note.createdAt} relative />
      </div>
      <NoteText {...note} by="You" />
      {isAnswering ? (
        <AnswerForm {...params} note={note} onClose={() => setAnswering(false)} />
      ) : (
        <div
          // The form that had the focus is gone.
          ref={isAnswering === false ? (note.canAnswer ? focusButton : focusBox) : undefined}
          className="mt-1 flex flex-wrap items-center gap-x-0.5 [&>button]:px-2.5 [&>label]:mr-1.5"
        >
          <Checkbox label="Done" checked={isDone} onChange={(done) => setDone.mutate(done)} />
          {note.canAnswer && (
            <Button
              size="small"
              tone="ghost"
              aria-label={
                note.answer ? `Correct the answer to ${note.name}` : `Answer ${note.name}`
              }
              onClick={() => setAnswering(true)}
            >
              {note.answer ? 'Correct' : 'Answer'}
            </Button>
          )}
          <ReportButton reported={{ kind: 'note', id: note.id, name: `Note by ${note.name}` }} />
          <Button
            size="small"
            tone="ghost-danger"
            aria-label={`Delete the note by ${note.name}`}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        </div>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete note"
          text={`The note by ${note.name} will be deleted.`}
          confirm="Delete"
          pendingText="Deleting..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

const focusButton = (actions: HTMLElement | null) => actions?.querySelector('button')?.focus()
const focusBox = (actions: HTMLElement | null) => actions?.querySelector('input')?.focus()

type AnswerFormProps = { id: string; noteId: string; note: ShareNote; onClose: () => void }

/** One answer: whoever wrote the note sees it when they open the link again. */
function AnswerForm({ id, noteId, note, onClose }: AnswerFormProps) {
  const queryClient = useQueryClient()
  const [answer, setAnswer] = useState(note.answer ?? '')
  const save = useMutation({
    mutationFn: () => request(routes.updateShareNote, { params: { id, noteId }, body: { answer } }),
    meta: inlineErrors,
    onSuccess: async () => {
      await refetchShareLinks(queryClient)
      onClose()
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-3 grid gap-3">
      <TextAreaField
        autoFocus
        label={`Answer to ${note.name}`}
        hint="You can answer once, and correct it for 15 minutes. It is shown to them when they open the link again."
        maxLength={limits.maxNoteLength}
        value={answer}
        error={rejectionOf(save.error)}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" tone="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" isPending={save.isPending}>
          Send answer
        </Button>
      </div>
    </form>
  )
}
