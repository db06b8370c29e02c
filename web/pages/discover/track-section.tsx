import type { Track } from '#contract/tracks.ts'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { Carousel } from '#web/ui/carousel.tsx'
import { LoopingCarousel } from '#web/ui/looping-carousel.tsx'

type TrackSectionProps = {
  title: string
  subtitle: string
  /** The page with all tracks of the section. */
  href?: string
  tracks: Track[]
  /** The first section of the page. */
  lead?: boolean
  /** Shows the rank on each card. */
  ranked?: boolean
  /** In seconds, by id: where the tracks continue. */
  positions?: ReadonlyMap<string, number>
}

export function TrackSection({ tracks, ranked, lead, positions, ...heading }: TrackSectionProps) {
  if (tracks.length === 0) return null
  const Row = lead ? LoopingCarousel : Carousel
  return (
    <PlayableList tracks={tracks} source={heading.title} {...(positions && { positions })}>
      <Row {...heading}>
        {tracks.map((track, i) => (
          <li key={track.id}>
            <TrackCard
              track={track}
              eager={lead === true && (i < 2 ? 'first' : i < 6)}
              {...(ranked && { rank: i + 1 })}
            />
            {positions?.has(track.id) && (
              <p className="text-sm text-muted tabular-nums">
                {formatDuration(positions.get(track.id) ?? 0)} of{' '}
                {formatDuration(track.duration ?? 0)}
              </p>
            )}
          </li>
        ))}
      </Row>
    </PlayableList>
  )
}
