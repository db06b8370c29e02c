import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import type { ListPage } from '#web/api/client.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackList, type TrackListQuery, TrackListSkeleton } from '#web/components/track-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { TabBar } from './library-nav.tsx'
import { ListState } from './list-state.tsx'
import { PlayAll } from './play-all.tsx'

type TracksTabProps = {
  query: TrackListQuery
  source: string
  /** What the list has, for the error. */
  what: string
  /** Loads the first page of the list, a long one. */
  load: () => Promise<ListPage<Track>>
  /** Whether an empty list is the result of a search. */
  isSearch?: boolean
  /** Beside 'Play all'. */
  aside?: ReactNode
  empty: ReactNode
}

/** A list of tracks that can be played as a whole. */
export function TracksTab({ query, source, what, load, isSearch, aside, empty }: TracksTabProps) {
  const tracks = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div aria-busy={query.isPending || query.isPlaceholderData}>
      {(tracks.length > 0 || isSearch || query.isPending) && (
        <TabBar>
          <PlayAll tracks={tracks} hasMore={query.hasNextPage} load={load} source={source} />
          {aside}
        </TabBar>
      )}
      <ListState query={query} what={what} skeleton={<TrackListSkeleton />} empty={empty}>
        <TrackList query={query} source={source} withGenre />
      </ListState>
    </div>
  )
}

/** Leads to where tracks and artists are found. */
export function NothingYet({ title, text }: { title: string; text: string }) {
  return (
    <TabEmpty title={title} text={text}>
      <Link href={paths.discover} className={buttonClass('primary')}>
        Discover music
      </Link>
    </TabEmpty>
  )
}
