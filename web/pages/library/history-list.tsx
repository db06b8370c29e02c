import { useMemo } from 'react'
import type { HistoryTrack } from '#web/api/library.ts'
import { BrowseRow } from '#web/components/browse-row.tsx'
import { LoadMore } from '#web/components/load-more.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import { toHistoryRows } from './history-days.ts'

type HistoryListProps = {
  entries: HistoryTrack[]
  query: Parameters<typeof LoadMore>[0]['query']
  /** Of the next page. */
  next: string | null
}

/** The tracks under the day on which they were heard. A heading is as high as a row. */
export function HistoryList({ entries, query, next }: HistoryListProps) {
  const rows = useMemo(() => toHistoryRows(entries), [entries])
  return (
    <section aria-label="Tracks">
      <PlayableList tracks={entries} source="History" next={next}>
        <VirtualList
          items={rows}
          total={query.hasNextPage ? -1 : rows.length}
          className="-mx-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]"
        >
          {(row, at) =>
            row.kind === 'day' ? (
              <h2 className="flex h-full items-end border-b border-line px-1 pb-2.5 font-display text-xl leading-tight font-bold tablet:px-3.5">
                {row.label}
              </h2>
            ) : (
              <BrowseRow track={row.track} row={at} withGenre label={row.time} />
            )
          }
        </VirtualList>
      </PlayableList>
      <LoadMore query={query} />
    </section>
  )
}
