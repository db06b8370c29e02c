import { useQuery } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { maxFromArtist, moreFromArtistQuery } from '#web/api/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { artistName } from '#web/lib/display-name.ts'

/** The artist's other tracks, most played first. */
export function MoreFromArtist({ track }: { track: Track }) {
  const { data: tracks = [] } = useQuery(moreFromArtistQuery(track.userId))
  const others = tracks.filter(({ id }) => id !== track.id).slice(0, maxFromArtist)
  if (others.length === 0) return null
  return (
    <section className="pt-section">
      <h2 className="font-display text-2xl leading-display font-bold tracking-display tablet:text-3xl">
        More from this artist
      </h2>
      <PlayableList tracks={others} source={artistName(track)}>
        <ul className="mt-4 grid grid-cols-2 gap-x-3.5 gap-y-5 tablet:mt-6 tablet:grid-cols-4 tablet:gap-card">
          {others.map((other) => (
            <li key={other.id} className="min-w-0">
              <TrackCard track={other} />
            </li>
          ))}
        </ul>
      </PlayableList>
    </section>
  )
}
