import type { ReactNode, Ref } from 'react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { VirtualList } from '#web/ui/virtual-list.tsx'

export type Entry = PlaylistDetail['playlistTracks'][number]

type TrackListProps = {
  entries: Entry[]
  /** A row that is rendered even outside the viewport. */
  pinned?: number | undefined
  ref?: Ref<HTMLOListElement>
  /** Renders a row. */
  children: (entry: Entry, row: number) => ReactNode
}

export function TrackList({ entries, pinned, ref, children }: TrackListProps) {
  return (
    <VirtualList
      items={entries}
      pinned={pinned}
      ref={ref}
      className="-mx-1.5 mt-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]"
    >
      {children}
    </VirtualList>
  )
}
