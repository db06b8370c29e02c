import { type FocusEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { rowsToDraw } from './rows-in-sight.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export type Entry = PlaylistDetail['playlistTracks'][number]

type TrackListProps = {
  entries: Entry[]
  /** A row that is drawn even when it is out of sight. */
  kept?: number | undefined
  ref?: Ref<HTMLOListElement>
  /** Draws the row with this number. */
  children: (entry: Entry, row: number) => ReactNode
}

/** Rows of equal height, of which only those in sight are drawn. */
export function TrackList({ entries, kept = -1, ref, children }: TrackListProps) {
  const list = useRef<HTMLOListElement>(null)
  const sight = useRowsInSight(list, entries.length)
  const [focusedId, setFocusedId] = useState<string>()
  // Taken away, it would take the focus with it.
  const focused = entries.findIndex(({ id }) => id === focusedId)
  const follow = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-entry]')?.dataset['entry'])
  return (
    <ol
      ref={(element) => {
        list.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      onFocus={follow}
      onBlur={() => setFocusedId(undefined)}
      style={{ height: `calc(var(--row-height) * ${entries.length})` }}
      className="relative -mx-1.5 mt-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]"
    >
      {rowsToDraw(sight, [kept, focused]).map((row) => {
        const entry = entries[row]
        return entry && children(entry, row)
      })}
    </ol>
  )
}
