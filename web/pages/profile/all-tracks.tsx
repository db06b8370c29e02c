import { useInfiniteQuery } from '@tanstack/react-query'
import { userTracksQuery } from '#web/api/users.ts'
import { FeedCard } from '#web/blocks/feed-card.tsx'
import { ListFailed } from './list-failed.tsx'
import { MoreOfList } from './more-of-list.tsx'
import { FeedSkeleton } from './profile-skeleton.tsx'
import { TracksEmpty } from './tracks-empty.tsx'

type AllTracksProps = { userId: string; isOwner: boolean }

/** Everything that a person has uploaded, newest first. */
export function AllTracks({ userId, isOwner }: AllTracksProps) {
  const query = useInfiniteQuery(userTracksQuery(userId, 'recent'))
  if (query.isPending) return <FeedSkeleton />
  const tracks = query.data?.pages.flatMap(({ items }) => items)
  if (!tracks) return <ListFailed what="Tracks" onRetry={() => void query.refetch()} />
  if (tracks.length === 0 && !query.hasNextPage) return <TracksEmpty isOwner={isOwner} />
  return (
    <>
      <ul className="grid gap-4.5 pt-7">
        {tracks.map((track, index) => (
          // Those out of sight are laid out and painted only when they come near.
          <li
            key={track.id}
            className="min-w-0 [contain-intrinsic-size:auto_228px] [content-visibility:auto]"
          >
            <FeedCard track={track} eager={index < 3} />
          </li>
        ))}
      </ul>
      <MoreOfList query={query} />
    </>
  )
}
