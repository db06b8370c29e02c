import { useQuery } from '@tanstack/react-query'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/playable-list.tsx'
import { BrowseLink, RecentRowLayout, RecentRowSkeleton } from './recent-row.tsx'

/** Recent tracks that visitors can play. Without tracks, only a link. */
export function RecentTracks() {
  const { data: tracks, isPending } = useQuery(recentTracksQuery(12))
  if (isPending) return <RecentRowSkeleton />
  if (!tracks?.length)
    return (
      <p className="pt-section">
        <BrowseLink />
      </p>
    )
  return (
    <PlayableList tracks={tracks} source="Most Recent">
      <RecentRowLayout>
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackCard track={track} />
          </li>
        ))}
      </RecentRowLayout>
    </PlayableList>
  )
}
