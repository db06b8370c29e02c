import { useMutation } from '@tanstack/react-query'
import { Shuffle } from 'lucide-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { fetchPage, type ListPage } from '#web/api/client.ts'
import { shuffleList } from '#web/features/player/queue/queue.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { formatTotalDuration } from '#web/lib/format-total-duration.ts'
import { Button } from '#web/ui/button.tsx'
import { ListPlayButton } from './list-play-button.tsx'
import type { TrackListQuery } from './track-list.tsx'

type ListHeadProps = {
  /** Those that are loaded. */
  tracks: readonly Track[]
  /** The name of the list. */
  source: string
  /** Loads a long first page, if there are more than those. */
  load?: (() => Promise<ListPage<Track>>) | undefined
  /** Of the whole list, where it is known before all tracks are loaded. */
  count?: number | undefined
  duration?: number | undefined
  /** Below a heading. */
  compact?: boolean
  /** On the right: a search box, the order. */
  children?: ReactNode
}

const failure = {
  title: 'Failed to play',
  text: 'The tracks could not be loaded. Please try again.',
}

/** Above a list of tracks: plays it from its beginning or in random order, also what is not loaded yet. */
export function ListHead({
  tracks,
  source,
  load,
  count,
  duration,
  compact,
  children,
}: ListHeadProps) {
  const player = usePlayer()
  const play = useMutation({
    mutationFn: async (isShuffled: boolean) => {
      const { items, next } = load ? await load() : { items: tracks, next: null }
      const first = isShuffled ? Math.floor(Math.random() * items.length) : 0
      player.playQueue(items, first, source, next)
      if (isShuffled) player.changeQueue((queue) => (queue.original ? queue : shuffleList(queue)))
    },
    // Those that are loaded need no network.
    networkMode: load ? 'online' : 'always',
    meta: { onFailure: failure },
  })
  const isEmpty = tracks.length === 0
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-3.5 pb-5',
        !compact && 'pt-5 tablet:pt-7',
      )}
    >
      <ListPlayButton
        label="Play all"
        list={{ source, tracks, hasMore: load !== undefined }}
        disabled={isEmpty}
        isPending={play.isPending}
        onPlay={() => play.mutate(false)}
        className="min-w-34"
      />
      <Button disabled={isEmpty} isPending={play.isPending} onClick={() => play.mutate(true)}>
        <Shuffle aria-hidden="true" />
        Shuffle
      </Button>
      <p className="min-h-6 text-sm leading-6 text-muted tabular-nums">
        {!isEmpty && (load ? totals(count, duration) : totalsOf(tracks))}
      </p>
      {children && (
        <div className="ml-auto flex max-tablet:has-[search]:w-full tablet:has-[search]:max-w-85 tablet:has-[search]:min-w-48 tablet:has-[search]:flex-[1_0_0]">
          {children}
        </div>
      )}
    </div>
  )
}

/** What a list that is loaded page by page has for its head. */
export function headOf({ data, hasNextPage }: TrackListQuery) {
  const firstPage = data?.pageParams[0]
  return {
    tracks: data?.pages.flatMap(({ items }) => items) ?? [],
    load:
      hasNextPage && typeof firstPage === 'string'
        ? () => fetchLongPage<Track>(firstPage)
        : undefined,
  }
}

const totalsOf = (tracks: readonly Track[]) =>
  totals(
    tracks.length,
    tracks.reduce((sum, track) => sum + (track.duration ?? 0), 0),
  )

const totals = (count: number | undefined, seconds = 0): string =>
  [count && formatTrackCount(count), seconds > 0 && formatTotalDuration(seconds)]
    .filter(Boolean)
    .join(' · ')

/** The first page of a list, with as many items as a page can have: for the queue, in few requests. */
function fetchLongPage<Item>(firstPage: string): Promise<ListPage<Item>> {
  const [path, query] = firstPage.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('limit', String(limits.maxPageSize))
  return fetchPage(`${path}?${parameters}`)
}
