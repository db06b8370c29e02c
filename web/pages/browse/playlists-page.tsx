import { useInfiniteQuery } from '@tanstack/react-query'
import { sectionTexts } from '#contract/section-texts.ts'
import { newPlaylistPagesQuery } from '#web/api/browse.ts'
import type { Page } from '#web/api/page.ts'
import { ListState } from '#web/components/list-state.tsx'
import { LoadMore } from '#web/components/load-more.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { PlaylistGridSkeleton, playlistGridClass } from '#web/components/playlist-grid.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { artistName } from '#web/lib/display-name.ts'
import { BrowseLayout } from './browse-layout.tsx'
import { SectionLinks } from './section-links.tsx'

export const page: Page = {
  component: PlaylistsPage,
  async load({ queryClient }) {
    await queryClient.fetchInfiniteQuery(newPlaylistPagesQuery)
    return { kind: 'section', section: 'playlists' }
  },
}

/** All public playlists with a few tracks, newest first. */
export function PlaylistsPage() {
  const { title, subtitle } = sectionTexts.playlists
  usePageTitle(title)
  const query = useInfiniteQuery(newPlaylistPagesQuery)
  return (
    <BrowseLayout
      title={title}
      subtitle={subtitle}
      busy={query.isPending}
      links={<SectionLinks current="playlists" />}
    >
      <section aria-label="Playlists" className="grid gap-y-6 pt-7">
        <ListState
          query={query}
          what="Playlists"
          skeleton={<PlaylistGridSkeleton />}
          empty={<p className="py-14 text-lg text-muted">No playlists yet.</p>}
        >
          <PagedList pages={query.data?.pages ?? []} className={playlistGridClass}>
            {(playlist) => (
              <li key={playlist.id} className="min-w-0">
                <PlaylistCard playlist={playlist} by={artistName(playlist)} />
              </li>
            )}
          </PagedList>
          <LoadMore query={query} />
        </ListState>
      </section>
    </BrowseLayout>
  )
}
