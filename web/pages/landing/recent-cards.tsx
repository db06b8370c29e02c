import type { Track } from '#contract/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'

/** A chunk of its own: the first load of the landing page needs no track cards. */
export function RecentCards({ tracks }: { tracks: Track[] }) {
  return (
    <PlayableList tracks={tracks} source="Most Recent">
      {tracks.map((track) => (
        <li key={track.id}>
          <TrackCard track={track} />
        </li>
      ))}
    </PlayableList>
  )
}
