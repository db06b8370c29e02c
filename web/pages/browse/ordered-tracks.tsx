import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import type { GenreCount } from '#contract/discover.ts'
import { type TrackOrder, trackOrders } from '#contract/genres.ts'
import { headOf, ListHead } from '#web/components/list-head.tsx'
import {
  TrackList,
  type TrackListProps,
  type TrackListQuery,
  TrackListSkeleton,
} from '#web/components/track-list.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'

// Lazy: the page is sorted without it.
const OrderSelect = lazyComponent(async () => (await import('./order-select.tsx')).OrderSelect)

/** The order in the query string of a page, or its own. */
export const orderIn = (search: URLSearchParams, own: TrackOrder): TrackOrder =>
  trackOrders.find((name) => name === search.get('sort')) ?? own

/** The chosen order of the page, and how to choose another one. */
export function useTrackOrder(own: TrackOrder) {
  const [search, setSearch] = useSearchParams()
  const order = orderIn(search, own)
  const select = (
    <Suspense fallback={<span className="h-11 w-40" />}>
      <OrderSelect
        value={order}
        onChange={(value) => setSearch(value === own ? {} : { sort: value }, { replace: true })}
      />
    </Suspense>
  )
  return { order, select }
}

type OrderedTracksProps = {
  title: string
  query: TrackListQuery
  /** Whether rows show the genre. */
  withGenre?: boolean
  /** What the whole list is made of, once it is known. */
  genres: readonly GenreCount[] | undefined
  select: ReactNode
}

/** A list of tracks below its head, in which an order can be chosen. */
export function OrderedTracks(props: OrderedTracksProps) {
  const { title, query, withGenre = false, genres, select } = props
  const sumOf = (figure: 'trackCount' | 'duration') =>
    genres?.reduce((sum, genre) => sum + genre[figure], 0)
  return (
    <>
      <ListHead
        {...headOf(query)}
        source={title}
        count={sumOf('trackCount')}
        duration={sumOf('duration')}
      >
        {select}
      </ListHead>
      <Tracks query={query} source={title} withGenre={withGenre} />
    </>
  )
}

function Tracks(props: TrackListProps) {
  const { query } = props
  if (query.isPending) return <TrackListSkeleton />
  if (!query.data)
    return <ErrorState title="Tracks could not be loaded" onRetry={() => void query.refetch()} />
  if (query.data.pages.every(({ items }) => items.length === 0))
    return <p className="py-14 text-lg text-muted">No tracks yet.</p>
  return <TrackList {...props} />
}
