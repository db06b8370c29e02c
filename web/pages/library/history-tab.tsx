import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { HistoryEntry } from '#contract/library.ts'
import type { Track } from '#contract/tracks.ts'
import { historyQuery, libraryQuery } from '#web/api/library.ts'
import { BrowseRow } from '#web/components/browse-row.tsx'
import { KeepHistorySwitch } from '#web/components/keep-history-switch.tsx'
import { ListHead } from '#web/components/list-head.tsx'
import { ListState } from '#web/components/list-state.tsx'
import { LoadMore } from '#web/components/load-more.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackListSkeleton } from '#web/components/track-list.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { dayLabel } from '#web/lib/day-label.ts'
import { formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { line, VirtualList } from '#web/ui/virtual-list.tsx'

const loadClear = async () => (await import('./clear-history.tsx')).ClearHistory

/** The tracks that were heard, by day. */
export function HistoryTab() {
  const query = useInfiniteQuery(historyQuery)
  const entries = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  const tracks = useMemo(() => entries.map(({ track }) => track), [entries])
  const rows = useMemo(() => toHistoryRows(entries), [entries])
  const { data: library } = useQuery(libraryQuery)
  const next = query.data?.pages.at(-1)?.next ?? null
  const heard = useMemo(
    () => [...new Map(tracks.map((track) => [track.id, track])).values()],
    [tracks],
  )
  return (
    <div aria-busy={query.isPending}>
      {heard.length > 0 ? (
        // What is loaded so far; its count would not be that of the history.
        <ListHead
          tracks={heard}
          source="History"
          {...(next !== null && { load: () => Promise.resolve({ items: heard, next }) })}
        >
          <div className="flex items-center gap-5">
            <KeepHistorySwitch />
            <Clear />
          </div>
        </ListHead>
      ) : (
        <div className="w-fit pt-5 pb-5 tablet:pt-7">
          <KeepHistorySwitch />
        </div>
      )}
      <ListState
        query={query}
        what="History"
        skeleton={<TrackListSkeleton />}
        empty={
          <TabEmpty
            title="No history yet"
            text={
              library?.historyEnabled === false
                ? 'Your history is off. What you listen to is not saved.'
                : 'Tracks that you have heard will appear here. Only you can see them.'
            }
          />
        }
      >
        <section aria-label="Tracks">
          <PlayableList tracks={tracks} source="History" next={next}>
            <VirtualList
              items={rows}
              total={query.hasNextPage ? -1 : rows.length}
              className="-mx-1.5 [--row-height:68px] tablet:-mx-3.5 tablet:[--row-height:76px]"
            >
              {(row, at) =>
                row.kind === 'day' ? (
                  // As high as a row.
                  <h2 className="mx-1 flex h-full items-end border-b border-line pb-2.5 font-display text-xl leading-tight font-bold tablet:mx-3.5">
                    {row.label}
                  </h2>
                ) : (
                  <div
                    className={
                      rows[at - 1]?.kind === 'track' ? `relative h-full ${line}` : 'h-full'
                    }
                  >
                    <BrowseRow track={row.track} row={at} withGenre label={row.time} />
                  </div>
                )
              }
            </VirtualList>
          </PlayableList>
          <LoadMore query={query} />
        </section>
      </ListState>
    </div>
  )
}

function Clear() {
  const openDialog = useOpenDialog()
  return (
    <Button onClick={() => openDialog(loadClear, {})}>
      <Trash2 aria-hidden="true" />
      Clear history
    </Button>
  )
}

/** The rows of the history: a heading for each day, and its tracks. */
type HistoryRow =
  | { kind: 'day'; id: string; label: string }
  | { kind: 'track'; id: string; track: Track; time: string }

/**
 * Groups the entries, the last listen first, by the days of the listener's time zone. The server's days are those of
 * UTC: a track that it has twice on one local day appears at the later listen only.
 */
export function toHistoryRows(entries: readonly HistoryEntry[], now = new Date()): HistoryRow[] {
  const rows: HistoryRow[] = []
  let day = ''
  let seen = new Set<string>()
  for (const { track, heardAt } of entries) {
    const at = new Date(heardAt)
    if (at.toDateString() !== day) {
      day = at.toDateString()
      seen = new Set()
      rows.push({ kind: 'day', id: day, label: dayLabel(at, now) })
    }
    if (seen.has(track.id)) continue
    seen.add(track.id)
    rows.push({ kind: 'track', id: `${day} ${track.id}`, track, time: formatTime(heardAt) })
  }
  return rows
}
