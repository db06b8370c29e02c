import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { OwnShareNote, Share, SharedTrack } from '#contract/share-links.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { shareQuery } from '#web/api/share-links.ts'
import { MomentButton, NoteText } from '#web/components/notes.tsx'
import { charactersLeft, formatDuration, toTenths } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { SharedAudio } from './use-shared-audio.ts'

type SharedNotesProps = { token: string; audio: SharedAudio; track: SharedTrack; share: Share }

/** Notes at a moment of the current track, for the artist only; and those that this browser has left. */
export function SharedNotes(props: SharedNotesProps) {
  const { audio, track, share } = props
  const { artist, notes } = share
  const titles = new Map(share.tracks.map(({ id, title }) => [id, title]))
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="font-display text-2xl leading-heading font-bold">
        Notes
      </h2>
      <p className="mt-2 text-muted">
        Leave a note at a moment of {share.type === 'track' ? 'the waveform' : `“${track.title}”`}.
        Only {artist} sees it.
      </p>
      <NoteForm {...props} />
      {notes.length > 0 && (
        <ul aria-label="Your notes" className="mt-8 grid gap-6">
          {notes.map((note) => (
            <OwnNote
              key={note.id}
              note={note}
              {...(share.type !== 'track' && { title: titles.get(note.trackId) })}
              artist={artist}
              onSeek={note.trackId === track.id ? () => audio.seek(note.position) : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type OwnNoteProps = {
  note: OwnShareNote
  title?: string | undefined
  artist: string
  onSeek: (() => void) | undefined
}

function OwnNote({ note, title, artist, onSeek }: OwnNoteProps) {
  const time = formatDuration(note.position)
  return (
    <li className="border-l-2 border-line-strong pl-4">
      <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-muted">
        {onSeek ? (
          <MomentButton verb="Go to" onClick={onSeek}>
            {time}
          </MomentButton>
        ) : (
          <span className="font-semibold tabular-nums">{time}</span>
        )}
        {title && <span className="truncate">{title}</span>}
        <span className="wrap-anywhere">{note.name}</span>
      </p>
      <NoteText {...note} by={artist} />
    </li>
  )
}

/** The moment is where the track is when the text is begun: it plays on while somebody types. */
function NoteForm({ token, audio, track }: SharedNotesProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [begun, setBegun] = useState<{ trackId: string; position: number } | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const moment =
    text !== '' && begun?.trackId === track.id ? begun.position : toTenths(audio.position)
  const post = useMutation({
    mutationFn: () =>
      request(routes.createShareNote, {
        params: { token },
        body: { trackId: track.id, position: moment, name, text },
      }),
    meta: inlineErrors,
    onSuccess: async () => {
      setText('')
      await queryClient.invalidateQueries({ queryKey: shareQuery(token).queryKey })
      field.current?.focus()
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!post.isPending) post.mutate()
  }
  const moveTo = () => setBegun({ trackId: track.id, position: toTenths(audio.position) })
  const time = formatDuration(moment)
  return (
    <>
      <form noValidate onSubmit={onSubmit} className="mt-5 grid gap-4">
        <TextField
          label="Your name"
          autoComplete="name"
          maxLength={limits.maxNoteNameLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextAreaField
          ref={field}
          label={`Note at ${time}`}
          maxLength={limits.maxNoteLength}
          value={text}
          hint={charactersLeft(text, limits.maxNoteLength)}
          error={rejectionOf(post.error)}
          onChange={({ target }) => {
            if (text === '') moveTo()
            setText(target.value)
          }}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          {text !== '' && Math.abs(audio.position - moment) >= 1 && (
            <Button tone="outline" onClick={moveTo}>
              Move to {formatDuration(audio.position)}
            </Button>
          )}
          <Button type="submit" tone="primary" isPending={post.isPending}>
            Leave note at {time}
          </Button>
        </div>
      </form>
      <div role="status">
        {post.isSuccess && text === '' && (
          <p className="mt-4 text-sm text-muted">Your note was sent.</p>
        )}
      </div>
    </>
  )
}
