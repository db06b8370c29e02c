import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { headOf, ListHead } from '#web/components/list-head.tsx'
import {
  TrackList,
  type TrackListProps,
  type TrackListQuery,
  TrackListSkeleton,
} from '#web/components/track-list.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'

/** On phones one line that scrolls sideways, up to the edges of the screen. */
export const chipsClass =
  'relative -mx-gutter flex gap-2.5 overflow-x-auto px-gutter py-1 [scrollbar-width:none] nav:mx-0 nav:flex-wrap nav:overflow-visible nav:px-0'

type BrowseLayoutProps = {
  title: string
  subtitle: string
  query: TrackListQuery
  /** Whether rows show the genre. */
  withGenre?: boolean
  /** Of the whole list, if known. */
  count?: number | undefined
  /** In the head of the list. */
  order?: ReactNode
  /** Links to the other lists. */
  children: ReactNode
}

export function BrowseLayout(props: BrowseLayoutProps) {
  const { title, subtitle, query, withGenre = false, count, order, children } = props
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={query.isPending}>
      <div className="page-width pt-9 tablet:pt-12">
        <Link
          href={paths.discover}
          className="rounded-art text-sm font-semibold text-muted hover:text-text hover:underline"
        >
          Discover
        </Link>
        <h1 className="mt-1.5 font-display text-4xl leading-display font-extrabold tracking-display text-balance wrap-anywhere tablet:text-5xl">
          {title}
        </h1>
        <p className="mt-2 text-muted tablet:mt-3 tablet:text-lg">{subtitle}</p>
        <div className="mt-5 min-h-13 tablet:mt-6">{children}</div>
        <ListHead {...headOf(query)} source={title} count={count}>
          {order}
        </ListHead>
        <Tracks query={query} source={title} withGenre={withGenre} />
      </div>
    </div>
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
