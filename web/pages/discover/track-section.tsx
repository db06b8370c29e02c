import type { Track } from '#contract/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { Carousel } from '#web/ui/carousel.tsx'
import { LoopingCarousel } from '#web/ui/looping-carousel.tsx'

type TrackSectionProps = {
  title: string
  subtitle: string
  /** The page with all tracks of the section. */
  href: string
  tracks: Track[]
  /** The first section of the page. */
  lead?: boolean
  /** Shows the rank on each card. */
  ranked?: boolean
}

export function TrackSection({ tracks, ranked, lead, ...heading }: TrackSectionProps) {
  if (tracks.length === 0) return null
  const Row = lead ? LoopingCarousel : Carousel
  return (
    <PlayableList tracks={tracks} source={heading.title}>
      <Row {...heading}>
        {tracks.map((track, i) => (
          <li key={track.id}>
            <TrackCard
              track={track}
              eager={lead === true && (i < 2 ? 'first' : i < 6)}
              {...(ranked && { rank: i + 1 })}
            />
          </li>
        ))}
      </Row>
    </PlayableList>
  )
}
