import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { likedTracksQuery, loadLikedTracks } from '#web/api/library.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackList, TrackListSkeleton } from '#web/components/track-list.tsx'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TabBar } from './library-nav.tsx'
import { ListState } from './list-state.tsx'
import { PlayAll } from './play-all.tsx'

const source = 'Likes'

export function LikesTab() {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), searchDebounceMs)
  const query = useInfiniteQuery({ ...likedTracksQuery(q), placeholderData: keepPreviousData })
  const tracks = query.data?.pages.flatMap(({ items }) => items) ?? []
  const hasLikes = tracks.length > 0 || q !== '' || query.isPending
  return (
    <div aria-busy={query.isPending || query.isPlaceholderData}>
      {hasLikes && (
        <TabBar>
          <PlayAll
            tracks={tracks}
            hasMore={query.hasNextPage}
            load={() => loadLikedTracks(q)}
            source={source}
          />
          <SearchField placeholder="Search in your likes" value={typed} onChange={setTyped} />
        </TabBar>
      )}
      <ListState
        query={query}
        what="Likes"
        skeleton={<TrackListSkeleton />}
        empty={q ? <NoMatch q={q} /> : <NoLikes />}
      >
        <TrackList query={query} source={source} withGenre />
      </ListState>
    </div>
  )
}

function NoMatch({ q }: { q: string }) {
  return (
    <p role="status" className="py-14 text-lg wrap-anywhere text-muted">
      Nothing in your likes matches "{q}".
    </p>
  )
}

function NoLikes() {
  return (
    <TabEmpty title="No likes yet" text="Tap the heart of a track and you will find it here.">
      <Link href={paths.discover} className={buttonClass('primary')}>
        Discover music
      </Link>
    </TabEmpty>
  )
}
