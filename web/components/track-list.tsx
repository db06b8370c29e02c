import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Track } from '#contract/tracks.ts'
import type { ListPage } from '#web/api/client.ts'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { ArtworkSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { linedRow, VirtualList } from '#web/ui/virtual-list.tsx'
import { BrowseColumns, BrowseRow } from './browse-row.tsx'
import { LoadMore } from './load-more.tsx'

export type TrackListQuery = UseInfiniteQueryResult<InfiniteData<ListPage<Track>>>

export type TrackListProps = {
  query: TrackListQuery
  /** The name of the list. */
  source: string
  withGenre: boolean
  /** A third line of some rows; all are higher then. */
  noteOf?: ((track: Track) => ReactNode) | undefined
}

/** The loaded tracks as rows, of which only the visible ones are rendered; the end of the list loads more. */
export function TrackList({ query, source, withGenre, noteOf }: TrackListProps) {
  const { data, hasNextPage } = query
  const tracks = useMemo(() => withoutDuplicates(data?.pages ?? []), [data])
  return (
    <section aria-label="Tracks">
      <BrowseColumns withGenre={withGenre} />
      <PlayableList tracks={tracks} source={source} next={data?.pages.at(-1)?.next ?? null}>
        <VirtualList
          items={tracks}
          total={hasNextPage ? -1 : tracks.length}
          rowClass={linedRow}
          className={`-mx-1.5 mt-1.5 tablet:-mx-3.5 ${noteOf ? '[--row-height:88px]' : '[--row-height:68px] tablet:[--row-height:76px]'}`}
        >
          {(track, row) => (
            <BrowseRow track={track} row={row} withGenre={withGenre} note={noteOf?.(track)} />
          )}
        </VirtualList>
      </PlayableList>
      <LoadMore query={query} />
    </section>
  )
}

/** A track whose count changed between two requests can be on both pages. */
function withoutDuplicates(pages: readonly ListPage<Track>[]): Track[] {
  const all = pages.flatMap(({ items }) => items)
  return [...new Map(all.map((track) => [track.id, track])).values()]
}

export function TrackListSkeleton() {
  return (
    <div role="status" aria-label="Loading tracks">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <div
          key={key}
          className="grid h-17 grid-cols-[48px_minmax(0,1fr)] items-center gap-3 tablet:h-19 tablet:grid-cols-[44px_56px_minmax(0,1fr)] tablet:gap-4"
        >
          <span className="hidden tablet:block" />
          <ArtworkSkeleton />
          <div>
            <TextSkeleton className="h-4 w-48 max-w-full" />
            <TextSkeleton className="mt-2 h-3.25 w-28" />
          </div>
        </div>
      ))}
    </div>
  )
}
