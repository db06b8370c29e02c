import { useInfiniteQuery } from '@tanstack/react-query'
import type { Profile } from '#contract/users.ts'
import { userTracksQuery } from '#web/api/users.ts'
import { ListError, LoadMore } from '#web/components/load-more.tsx'
import { PagedList, useDeferredPages } from '#web/components/paged-list.tsx'
import { TrackRow } from '#web/components/track-row.tsx'
import { PlayableList } from '#web/features/player/playable-list.tsx'
import { displayName } from '#web/lib/display-name.ts'
import { RowsSkeleton } from './profile-skeleton.tsx'
import { TracksEmpty } from './tracks-empty.tsx'

type PopularTracksProps = { profile: Profile; isOwner: boolean }

/** A user's tracks, most played and liked first. */
export function PopularTracks({ profile, isOwner }: PopularTracksProps) {
  const query = useInfiniteQuery(userTracksQuery(profile.id, 'popular'))
  const { pages, isRendering } = useDeferredPages(query)
  if (query.isPending || isRendering) return <RowsSkeleton />
  if (!pages) return <ListError what="Tracks" onRetry={() => void query.refetch()} />
  if (pages.every(({ items }) => items.length === 0) && !query.hasNextPage)
    return <TracksEmpty profile={profile} isOwner={isOwner} />
  return (
    <>
      <div className="-mx-1 divide-y divide-line pt-4 tablet:-mx-3.5">
        <PlayableList
          tracks={pages.flatMap(({ items }) => items)}
          source={displayName(profile)}
          next={pages.at(-1)?.next ?? null}
        >
          <PagedList pages={pages} className="divide-y divide-line">
            {(track, index) => (
              <li key={track.id} className="min-w-0">
                <TrackRow track={track} rank={index + 1} />
              </li>
            )}
          </PagedList>
        </PlayableList>
      </div>
      <LoadMore query={query} />
    </>
  )
}
