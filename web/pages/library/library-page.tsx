import { useParams } from 'wouter'
import { type LibraryTab, libraryTabs } from '#contract/limits.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { NotFoundState } from '#web/ui/empty-state.tsx'
import { FollowingTab } from './following-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LibraryNav, tabTitles } from './library-nav.tsx'
import { LikesTab } from './likes-tab.tsx'
import { OfflineTab } from './offline-tab.tsx'
import { PlaylistsTab } from './playlists-tab.tsx'

const tabs: Record<LibraryTab, () => React.ReactNode> = {
  likes: LikesTab,
  playlists: PlaylistsTab,
  history: HistoryTab,
  following: FollowingTab,
  offline: OfflineTab,
}

/** What the signed-in user likes, collects and hears. */
export function LibraryPage() {
  const { tab: requested = 'likes' } = useParams()
  const tab = libraryTabs.find((name) => name === requested)
  usePageTitle(tab ? `${tabTitles[tab]} · Library` : '404 Page Not Found')
  if (!tab)
    return <NotFoundState title="Page not found" text="There is no such part of the library." />
  const Tab = tabs[tab]
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section">
      <div className="page-width pt-9 tablet:pt-12">
        <h1 className="font-display text-4xl leading-display font-extrabold tracking-display tablet:text-5xl">
          Library
        </h1>
        <LibraryNav current={tab} />
        <Tab />
      </div>
    </div>
  )
}
