import type { ShareNote } from '#contract/share-links.ts'
import { formatDuration } from '#web/lib/format.ts'

type Notes = { title: string; notes: readonly ShareNote[] }

/** The notes of a link by track and moment, as plain text. */
export function notesText(name: string, tracks: readonly Notes[]): string {
  const sections = tracks.map(({ title, notes }) => [title, ...notes.map(noteText)].join('\n\n'))
  return `${[`Notes: ${name}`, ...sections].join('\n\n\n')}\n`
}

function noteText({ position, name, text, answer, doneAt }: ShareNote): string {
  const lines = [`${formatDuration(position)} ${name}${doneAt ? ' (done)' : ''}`, text]
  return (answer === null ? lines : [...lines, `Answer: ${answer}`]).join('\n')
}

/** The notes of each track, in the order of the list. */
export function byTrack(notes: readonly ShareNote[]) {
  return [...Map.groupBy(notes, ({ trackId }) => trackId)].map(([trackId, ofTrack]) => ({
    trackId,
    title: ofTrack[0]?.trackTitle ?? '',
    notes: ofTrack,
  }))
}
