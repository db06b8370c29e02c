import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { ShareLink, ShareNote } from '#contract/share-links.ts'
import { shareNotesQuery } from '#web/api/share-links.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { NoteMarks } from '#web/components/notes.tsx'
import { Waveform } from '#web/features/player/controls/waveform/waveform.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { saveText } from '#web/lib/save-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { NoteItem } from './note-item.tsx'
import { byTrack, notesText } from './notes-text.ts'

/** The notes of a link: on the waveform of each track, and as a list. */
export function LinkNotes({ link }: { link: ShareLink }) {
  const { data: notes, isError, refetch } = useQuery(shareNotesQuery(link.id))
  if (isError && !notes) return <ListError what="Notes" onRetry={() => void refetch()} />
  if (!notes) return <span className="shimmer mt-5 block h-24 rounded-panel" />
  const tracks = byTrack(notes)
  return (
    <section
      aria-label={`Notes on ${link.name}`}
      tabIndex={-1}
      className="mt-5 grid gap-9 border-t border-line pt-5 outline-none"
    >
      {tracks.map((track) => (
        <TrackNotes key={track.trackId} linkId={link.id} {...track} />
      ))}
      {notes.length > 0 && (
        <Button
          className="justify-self-start"
          onClick={() => saveText(`Notes ${link.name}.txt`, notesText(link.name, tracks))}
        >
          <FileText aria-hidden="true" />
          Export as text
        </Button>
      )}
    </section>
  )
}

type TrackNotesProps = { linkId: string; trackId: string; title: string; notes: ShareNote[] }

function TrackNotes({ linkId, trackId, title, notes }: TrackNotesProps) {
  const { data: track } = useQuery(trackQuery(trackId))
  return (
    <div>
      <h3 className="font-semibold wrap-anywhere">{title}</h3>
      {track && (
        <div className="relative mt-4 mb-9">
          <Waveform plain track={track} levels={track.waveform} className="h-16 tablet:h-20" />
          <NoteMarks notes={notes} duration={track.duration ?? 0} />
        </div>
      )}
      <ol aria-label={`Notes on ${title}`} className="mt-4 grid gap-6">
        {notes.map((note) => (
          <NoteItem
            key={note.id}
            linkId={linkId}
            note={note}
            track={track ?? undefined}
            time={formatDuration(note.position)}
          />
        ))}
      </ol>
    </div>
  )
}
