import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { newFromFollowedQuery, recentlyPlayedQuery, startedTracksQuery } from '#web/api/library.ts'
import { TrackSection } from './track-section.tsx'

/** For signed-in users, below the sections that everybody sees: nothing where there is nothing. */
export function ForYou() {
  const { data: started = [] } = useQuery(startedTracksQuery)
  const { data: followed = [] } = useQuery(newFromFollowedQuery)
  const { data: listens = [] } = useQuery(recentlyPlayedQuery)
  const positions = new Map(started.map(({ track, position }) => [track.id, position]))
  return (
    <>
      <TrackSection
        title="Continue listening"
        subtitle="Where you left off"
        tracks={started.map(({ track }) => track)}
        positions={positions}
      />
      <TrackSection
        title="New from artists you follow"
        subtitle="Their latest uploads"
        href={paths.libraryTab('following')}
        tracks={followed}
      />
      <TrackSection
        title="Recently played"
        subtitle="Only you can see this"
        href={paths.libraryTab('history')}
        tracks={withoutRepeats(listens.map(({ track }) => track)).slice(0, 12)}
      />
    </>
  )
}

const withoutRepeats = (tracks: Track[]) => [
  ...new Map(tracks.map((track) => [track.id, track])).values(),
]
