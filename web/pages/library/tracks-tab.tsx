import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { headOf, ListHead } from '#web/components/list-head.tsx'
import { ListState } from '#web/components/list-state.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackList, type TrackListProps, TrackListSkeleton } from '#web/components/track-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type TracksTabProps = {
  query: TrackListProps['query']
  source: string
  /** What the list has, for the error. */
  what: string
  /** Whether an empty list is the result of a search. */
  isSearch?: boolean
  /** In the head of the list. */
  aside?: ReactNode
  empty: ReactNode
  noteOf?: TrackListProps['noteOf']
}

/** A list of tracks that can be played as a whole. */
export function TracksTab({ query, source, what, isSearch, aside, empty, noteOf }: TracksTabProps) {
  const head = headOf(query)
  return (
    <div aria-busy={query.isPending || query.isPlaceholderData}>
      {(head.tracks.length > 0 || isSearch || query.isPending) && (
        <ListHead {...head} source={source}>
          {aside}
        </ListHead>
      )}
      <ListState query={query} what={what} skeleton={<TrackListSkeleton />} empty={empty}>
        <TrackList query={query} source={source} withGenre noteOf={noteOf} />
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
