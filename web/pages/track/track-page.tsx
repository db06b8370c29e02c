import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'wouter'
import type { Track } from '#contract/tracks.ts'
import { trackQuery, trackSeenBefore } from '#web/api/tracks.ts'
import { artistName } from '#web/lib/artist-name.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { paths } from '#web/lib/paths.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { TrackHero } from './track-hero.tsx'
import { TrackError, TrackNotFound } from './track-not-found.tsx'
import { TrackSkeleton } from './track-skeleton.tsx'
import { TrackWaveform } from './track-waveform.tsx'

/** Apart, so that what is seen and used first is there first. */
const TrackDetails = lazyComponent(async () => (await import('./track-details.tsx')).TrackDetails)

export function TrackPage() {
  const { slug = '' } = useParams()
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    ...trackQuery(slug),
    placeholderData: () => trackSeenBefore(queryClient, slug),
  })
  if (isPending) return <TrackSkeleton />
  if (data) return <LoadedTrack track={data} />
  if (!error) return <TrackNotFound />
  return <TrackError message={error.message} onRetry={() => void refetch()} />
}

function LoadedTrack({ track }: { track: Track }) {
  usePageTitle(`${track.title} by ${track.artist || artistName(track)}`)
  return (
    <ArtworkGlow
      seed={track.id}
      imageUrl={track.artworkUrl && paths.artwork(track, 96)}
      className="pb-section"
    >
      <div className="page-width">
        <TrackHero track={track} />
        <TrackWaveform track={track} />
        <Suspense>
          <TrackDetails track={track} />
        </Suspense>
      </div>
    </ArtworkGlow>
  )
}
