import type { Track } from '#contract/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/playable-list.tsx'
import { Carousel } from '#web/ui/carousel.tsx'

type TrackSectionProps = {
  title: string
  subtitle: string
  /** The page with all tracks of the section. */
  href: string
  tracks: Track[]
  /** How many cards are rendered; all by default. */
  rendered?: number | undefined
  lead?: boolean
  /** Shows the rank on each card. */
  ranked?: boolean
}

export function TrackSection({ tracks, rendered, ranked, lead, ...heading }: TrackSectionProps) {
  if (tracks.length === 0) return null
  return (
    <PlayableList tracks={tracks} source={heading.title}>
      <Carousel {...heading} lead={lead ?? false}>
        {tracks.slice(0, rendered).map((track, i) => (
          <li key={track.id}>
            <TrackCard
              track={track}
              eager={lead === true && (i < 2 ? 'first' : i < 6)}
              {...(ranked && { rank: i + 1 })}
            />
          </li>
        ))}
      </Carousel>
    </PlayableList>
  )
}
