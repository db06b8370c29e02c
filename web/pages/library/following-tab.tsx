import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { followedTracksQuery, loadFollowedTracks, markFollowingSeen } from '#web/api/library.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackList, TrackListSkeleton } from '#web/components/track-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { TabBar } from './library-nav.tsx'
import { ListState } from './list-state.tsx'
import { PlayAll } from './play-all.tsx'

const source = 'Following'

/** New tracks of the users whom the signed-in user follows. */
export function FollowingTab() {
  const query = useInfiniteQuery(followedTracksQuery)
  useMarkAsSeen()
  const tracks = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div aria-busy={query.isPending}>
      {(tracks.length > 0 || query.isPending) && (
        <TabBar>
          <PlayAll
            tracks={tracks}
            hasMore={query.hasNextPage}
            load={loadFollowedTracks}
            source={source}
          />
        </TabBar>
      )}
      <ListState
        query={query}
        what="New tracks"
        skeleton={<TrackListSkeleton />}
        empty={<NothingNew />}
      >
        <TrackList query={query} source={source} withGenre />
      </ListState>
    </div>
  )
}

/** The dot on 'Library' goes when the tab is opened. */
function useMarkAsSeen() {
  const queryClient = useQueryClient()
  useEffect(() => {
    markFollowingSeen(queryClient).catch((error: unknown) => console.warn(error))
  }, [queryClient])
}

function NothingNew() {
  return (
    <TabEmpty title="Nothing new yet" text="Follow artists and their new tracks will appear here.">
      <Link href={paths.discover} className={buttonClass('primary')}>
        Discover music
      </Link>
    </TabEmpty>
  )
}
