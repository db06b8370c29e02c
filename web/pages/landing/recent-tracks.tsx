import { useQuery } from '@tanstack/react-query'
import { recentTracksQuery } from '#web/api/tracks.ts'
import { TrackCard } from '#web/blocks/track-card.tsx'
import { RecentRow, RecentRowSkeleton } from './recent-row.tsx'

/** What a visitor can hear right away. Not there while there is nothing to hear. */
export function RecentTracks() {
  const { data: tracks, isPending } = useQuery(recentTracksQuery(12))
  if (isPending) return <RecentRowSkeleton />
  if (!tracks?.length) return null
  return (
    <RecentRow>
      {tracks.map((track) => (
        <li key={track.id}>
          <TrackCard track={track} />
        </li>
      ))}
    </RecentRow>
  )
}
