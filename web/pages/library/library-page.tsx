import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type LibraryTab, libraryTabs } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { followedTracksQuery, likedTracksQuery, markFollowingSeen } from '#web/api/library.ts'
import type { Page } from '#web/api/page.ts'
import { StoredItems } from '#web/components/stored-items.tsx'
import { TrackListSkeleton } from '#web/components/track-list.tsx'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { hasFeature, usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { HistoryTab } from './history-tab.tsx'
import { PlaylistsTab } from './playlists-tab.tsx'
import { NothingYet, TracksTab } from './tracks-tab.tsx'

const tabs: Record<LibraryTab, () => React.ReactNode> = {
  likes: LikesTab,
  playlists: PlaylistsTab,
  history: HistoryTab,
  following: FollowingTab,
  offline: StoredItems,
}

const tabTitles: Record<LibraryTab, string> = {
  likes: 'Likes',
  playlists: 'Playlists',
  history: 'History',
  following: 'Following',
  offline: 'Offline',
}
const tabLinks = libraryTabs.map((tab) => ({ title: tabTitles[tab], href: paths.libraryTab(tab) }))

export const page: Page = { component: LibraryPage }

/** What the signed-in user likes, collects and hears. */
export function LibraryPage() {
  const [, , requested] = useLocation()[0].split('/')
  const tab = libraryTabs.find((name) => name === requested) ?? 'likes'
  usePageTitle(`${tabTitles[tab]} · Library`)
  const Tab = tabs[tab]
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section">
      <div className="page-width pt-9 tablet:pt-12">
        <h1 className="font-display text-4xl leading-display font-extrabold tracking-display tablet:text-5xl">
          Library
        </h1>
        <div className="mt-5 tablet:mt-6">
          <TabLinks label="Library" tabs={tabLinks} current={paths.libraryTab(tab)} />
        </div>
        <Tab />
      </div>
    </div>
  )
}

function LikesTab() {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), searchDebounceMs)
  const query = useInfiniteQuery({ ...likedTracksQuery(q), placeholderData: keepPreviousData })
  return (
    <TracksTab
      query={query}
      source="Likes"
      what="Likes"
      isSearch={q !== ''}
      aside={<SearchField placeholder="Search in your likes" value={typed} onChange={setTyped} />}
      empty={
        q ? (
          <p role="status" className="py-14 text-lg wrap-anywhere text-muted">
            Nothing in your likes matches "{q}".
          </p>
        ) : (
          <NothingYet
            title="No likes yet"
            text="Tap the heart of a track and you will find it here."
          />
        )
      }
    />
  )
}

// Lazy: only where the host has turned reposts on.
const FollowingWithReposts = lazyComponent(
  async () => (await import('./following-with-reposts.tsx')).FollowingWithReposts,
)

/** New tracks of the users whom the signed-in user follows. */
function FollowingTab() {
  const queryClient = useQueryClient()
  // The dot on 'Library' goes when the tab is opened.
  useEffect(() => {
    markFollowingSeen(queryClient).catch((error: unknown) => console.warn(error))
  }, [queryClient])
  return hasFeature('reposts') ? (
    <Suspense fallback={<TrackListSkeleton />}>
      <FollowingWithReposts />
    </Suspense>
  ) : (
    <FollowedTracks />
  )
}

function FollowedTracks() {
  const query = useInfiniteQuery(followedTracksQuery(false))
  return (
    <TracksTab
      query={query}
      source="Following"
      what="New tracks"
      empty={
        <NothingYet
          title="Nothing new yet"
          text="Follow artists and their new tracks will appear here."
        />
      }
    />
  )
}
