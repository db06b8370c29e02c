import type { ReactNode, Ref } from 'react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { LongList } from '#web/ui/virtual-list.tsx'

export type Entry = PlaylistDetail['playlistTracks'][number]

type TrackListProps = {
  entries: Entry[]
  /** A row that is drawn even when it is out of sight. */
  kept?: number | undefined
  ref?: Ref<HTMLOListElement>
  /** Draws the row with this number. */
  children: (entry: Entry, row: number) => ReactNode
}

export function TrackList({ entries, kept, ref, children }: TrackListProps) {
  return (
    <LongList
      items={entries}
      kept={kept}
      ref={ref}
      className="-mx-1.5 mt-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]"
    >
      {children}
    </LongList>
  )
}
