import type { ReactNode } from 'react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { VirtualList } from '#web/ui/virtual-list.tsx'

export type Entry = PlaylistDetail['playlistTracks'][number]

export const listClass =
  '-mx-1.5 mt-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]'

type EntryListProps = {
  entries: Entry[]
  /** Renders a row. */
  children: (entry: Entry, row: number) => ReactNode
}

/** The entries of a playlist, of which only the visible ones are rendered. */
export function EntryList({ entries, children }: EntryListProps) {
  return (
    <VirtualList items={entries} className={listClass}>
      {children}
    </VirtualList>
  )
}
