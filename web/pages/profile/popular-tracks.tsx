import { useInfiniteQuery } from '@tanstack/react-query'
import { userTracksQuery } from '#web/api/users.ts'
import { TrackRow } from '#web/blocks/track-row.tsx'
import { ListFailed } from './list-failed.tsx'
import { MoreOfList } from './more-of-list.tsx'
import { RowsSkeleton } from './profile-skeleton.tsx'
import { TracksEmpty } from './tracks-empty.tsx'

type PopularTracksProps = { userId: string; isOwner: boolean }

/** The same tracks, most played and liked first. */
export function PopularTracks({ userId, isOwner }: PopularTracksProps) {
  const query = useInfiniteQuery(userTracksQuery(userId, 'popular'))
  if (query.isPending) return <RowsSkeleton />
  const tracks = query.data?.pages.flatMap(({ items }) => items)
  if (!tracks) return <ListFailed what="Tracks" onRetry={() => void query.refetch()} />
  if (tracks.length === 0 && !query.hasNextPage) return <TracksEmpty isOwner={isOwner} />
  return (
    <>
      <ol className="-mx-1 divide-y divide-line pt-4 tablet:-mx-3.5">
        {tracks.map((track, index) => (
          <li
            key={track.id}
            className="min-w-0 [contain-intrinsic-size:auto_76px] [content-visibility:auto]"
          >
            <TrackRow track={track} rank={index + 1} />
          </li>
        ))}
      </ol>
      <MoreOfList query={query} />
    </>
  )
}
