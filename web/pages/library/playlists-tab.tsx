import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '#web/api/auth.ts'
import { libraryPlaylistsQuery } from '#web/api/library.ts'
import { ListState } from '#web/components/list-state.tsx'
import { LoadMore } from '#web/components/load-more.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { PlaylistGridSkeleton, playlistGridClass } from '#web/components/playlist-grid.tsx'
import { TabBar } from '#web/components/tab-bar.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { NewPlaylistButton } from '#web/features/playlists/new-playlist-button.tsx'
import { artistName } from '#web/lib/display-name.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { useTabParam } from '#web/ui/tabs.tsx'

const views = { all: 'All', albums: 'Albums' } as const
const viewTabs = [
  { name: 'all', title: views.all },
  { name: 'albums', title: views.albums },
] as const

/** Own playlists and those of others that were saved. */
export function PlaylistsTab() {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const [view, setView] = useTabParam(viewTabs, { replace: true })
  const query = useInfiniteQuery(libraryPlaylistsQuery(view))
  return (
    <div aria-busy={query.isPending}>
      <TabBar>
        <SegmentedControl label="Show" options={views} value={view} onChange={setView} />
        <NewPlaylistButton userId={userId} />
      </TabBar>
      <ListState
        query={query}
        what="Playlists"
        skeleton={<PlaylistGridSkeleton />}
        empty={
          view === 'albums' ? (
            <TabEmpty title="No albums yet" text="Save an album of another user on its page." />
          ) : (
            <TabEmpty
              title="No playlists yet"
              text="Create a playlist, or save one of another user on its page."
            />
          )
        }
      >
        <div className="grid gap-y-6">
          <PagedList pages={query.data?.pages ?? []} className={playlistGridClass}>
            {(playlist) => (
              <li key={playlist.id} className="min-w-0">
                <PlaylistCard
                  playlist={playlist}
                  by={playlist.userId === userId ? undefined : artistName(playlist)}
                />
              </li>
            )}
          </PagedList>
        </div>
        <LoadMore query={query} />
      </ListState>
    </div>
  )
}
