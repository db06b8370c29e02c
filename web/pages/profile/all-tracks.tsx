import { useInfiniteQuery } from '@tanstack/react-query'
import type { Profile } from '#contract/users.ts'
import { userTracksQuery } from '#web/api/users.ts'
import { FeedCard } from '#web/components/feed-card.tsx'
import { ListError, LoadMore } from '#web/components/load-more.tsx'
import { PagedList, useDeferredPages } from '#web/components/paged-list.tsx'
import { PlayableList } from '#web/features/player/playable-list.tsx'
import { displayName } from '#web/lib/display-name.ts'
import { FeedSkeleton } from './profile-skeleton.tsx'
import { TracksEmpty } from './tracks-empty.tsx'

type AllTracksProps = { profile: Profile; isOwner: boolean }

/** All tracks of a user, newest first. */
export function AllTracks({ profile, isOwner }: AllTracksProps) {
  const query = useInfiniteQuery(userTracksQuery(profile.id, 'recent'))
  const { pages, isRendering } = useDeferredPages(query)
  if (query.isPending || isRendering) return <FeedSkeleton />
  if (!pages) return <ListError what="Tracks" onRetry={() => void query.refetch()} />
  if (pages.every(({ items }) => items.length === 0) && !query.hasNextPage)
    return <TracksEmpty profile={profile} isOwner={isOwner} />
  return (
    <>
      <div className="grid gap-4.5 pt-7">
        <PlayableList
          tracks={pages.flatMap(({ items }) => items)}
          source={displayName(profile)}
          next={pages.at(-1)?.next ?? null}
        >
          <PagedList pages={pages} className="grid content-start gap-4.5">
            {(track, index) => (
              <li key={track.id} className="min-w-0">
                <FeedCard track={track} eager={index < 3} />
              </li>
            )}
          </PagedList>
        </PlayableList>
      </div>
      <LoadMore query={query} />
    </>
  )
}
