import type { ComponentProps, CSSProperties } from 'react'
import type { OwnShareNote } from '#contract/share-links.ts'
import { classNames } from '#web/lib/class-names.ts'

type Marked = { id: string; name: string; position: number; doneAt?: string | null }
type NoteMarksProps = { notes: readonly Marked[]; duration: number }

/** Where on a waveform notes are, with the first letter of each name. Hidden from screen readers, which read the list. */
export function NoteMarks({ notes, duration }: NoteMarksProps) {
  if (duration <= 0) return null
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {notes.map(({ id, name, position, doneAt }) => (
        <span
          key={id}
          style={{ '--at': `${Math.min(1, position / duration) * 100}%` } as CSSProperties}
          className={classNames(
            'absolute inset-y-0 left-(--at) w-0.5 -translate-x-1/2',
            doneAt ? 'bg-line-strong' : 'bg-like',
          )}
        >
          <span
            className={classNames(
              'absolute top-full left-1/2 mt-1 grid size-6 -translate-x-1/2 place-items-center rounded-full text-xs font-bold uppercase',
              doneAt ? 'bg-raised text-muted' : 'bg-like-soft text-like',
            )}
          >
            {[...name.trim()][0]}
          </span>
        </span>
      ))}
    </div>
  )
}

/** Goes to the moment of a note. */
export function MomentButton({ verb, ...button }: { verb: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className="relative rounded-art font-semibold text-primary-text tabular-nums after:absolute after:-inset-2 hover:underline"
    >
      <span className="sr-only">{verb} </span>
      {button.children}
    </button>
  )
}

/** What a note says, and its answer. */
export const NoteText = ({
  text,
  answer,
  by,
}: Pick<OwnShareNote, 'text' | 'answer'> & { by: string }) => (
  <>
    <p className="mt-1 leading-6 wrap-anywhere whitespace-pre-line">{text}</p>
    {answer !== null && (
      <p className="mt-2 leading-6 wrap-anywhere whitespace-pre-line text-muted">
        <strong className="font-semibold text-text">{by}: </strong>
        {answer}
      </p>
    )}
  </>
)
