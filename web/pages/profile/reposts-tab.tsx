import { useInfiniteQuery } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import type { Profile } from '#contract/users.ts'
import { repostedItem, repostPagesQuery } from '#web/api/reposts.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { PagedList, useDeferredPages } from '#web/components/paged-list.tsx'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { artistName } from '#web/lib/display-name.ts'
import { ListError } from '#web/ui/list-error.tsx'
import { RowsSkeleton } from './profile-skeleton.tsx'

type RepostsTabProps = { profile: Profile; isOwner: boolean }

/** Tracks and releases of others, the last reposted first. */
export function RepostsTab({ profile, isOwner }: RepostsTabProps) {
  const query = useInfiniteQuery(repostPagesQuery(profile.id))
  const { pages, isRendering } = useDeferredPages(query)
  if (query.isPending || isRendering) return <RowsSkeleton />
  if (!pages) return <ListError what="Reposts" onRetry={() => void query.refetch()} />
  const items = pages.flatMap((page) => page.items)
  if (items.length === 0 && !query.hasNextPage)
    return (
      <TabEmpty
        title="No reposts yet"
        text={
          isOwner
            ? 'Tracks and releases that you repost will appear here.'
            : `${displayName(profile)} hasn't reposted anything yet.`
        }
      />
    )
  return (
    <div className="grid gap-y-6 pt-7 tablet:gap-y-card">
      <PlayableList
        tracks={items.flatMap((item) => (item.kind === 'track' ? item.track : []))}
        source={`Reposts of ${displayName(profile)}`}
      >
        <PagedList
          pages={pages}
          className="grid grid-cols-2 content-start gap-x-3.5 gap-y-6 empty:hidden tablet:grid-cols-3 tablet:gap-card desk:grid-cols-5"
        >
          {(item, index) => (
            <li key={repostedItem(item).id} className="min-w-0">
              {item.kind === 'track' ? (
                <TrackCard track={item.track} eager={index < 5} />
              ) : (
                <PlaylistCard playlist={item.playlist} by={artistName(item.playlist)} />
              )}
            </li>
          )}
        </PagedList>
      </PlayableList>
      <LoadMore query={query} />
    </div>
  )
}
