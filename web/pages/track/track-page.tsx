import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'wouter'
import { useSession } from '#web/api/auth.ts'
import type { Page } from '#web/api/page.ts'
import {
  findCachedTrack,
  type KnownTrack,
  moreFromArtistQuery,
  trackQuery,
} from '#web/api/tracks.ts'
import { loadReposts } from '#web/components/repost-action.tsx'
import { Waveform } from '#web/features/player/controls/waveform/waveform.tsx'
import { useTrackDuration } from '#web/features/player/use-player.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { hasFeature, usePageTitle } from '#web/lib/brand.ts'
import { artistName } from '#web/lib/display-name.ts'
import { formatDuration } from '#web/lib/format.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'
import { TrackHero } from './track-hero.tsx'
import { TrackSkeleton } from './track-skeleton.tsx'

/** Lazy, so that what is above the fold loads first. */
const TrackDetails = lazyComponent(async () => (await import('./track-details.tsx')).TrackDetails)

// Lazy: hardly any track is removed.
const RemovalNote = lazyComponent(
  async () => (await import('#web/components/removal-note.tsx')).RemovalNote,
)

// Lazy: only where the host has turned comments on.
const CommentMoments = lazyComponent(
  async () => (await import('./comments/comment-moments.tsx')).CommentMoments,
)

const pollMs = 3000

export const page: Page = {
  component: TrackPage,
  async load({ queryClient, params: { slug = '' } }) {
    const track = await queryClient.fetchQuery(trackQuery(slug))
    if (!track) return { kind: 'not-found', title: 'Track Not Found' }
    await queryClient.fetchQuery(moreFromArtistQuery(track.userId))
    await loadReposts(queryClient, 'track', track.id)
    return { kind: 'track', track }
  },
}

export function TrackPage() {
  const { slug = '' } = useParams()
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    ...trackQuery(slug),
    placeholderData: () => findCachedTrack(queryClient, slug),
  })
  if (isPending) return <TrackSkeleton />
  if (data) return <LoadedTrack track={data} />
  if (!error) return <TrackNotFound />
  return <TrackError message={error.message} onRetry={() => void refetch()} />
}

function LoadedTrack({ track }: { track: KnownTrack }) {
  usePageTitle(`${track.title} by ${track.artist || artistName(track)}`)
  return (
    <ArtworkGlow
      seed={track.id}
      imageUrl={track.artworkUrl && artworkUrl(track, 96)}
      className="pb-section"
    >
      <div className="page-width">
        <Suspense>{track.removal && <RemovalNote removal={track.removal} />}</Suspense>
        <TrackHero track={track} />
        <TrackWaveform track={track} />
        <Suspense>
          <TrackDetails track={track} />
        </Suspense>
      </div>
    </ArtworkGlow>
  )
}

function TrackNotFound() {
  usePageTitle('Track Not Found')
  return <NotFoundState title="Track Not Found" text="It may have been deleted or made private." />
}

function TrackError({ message, onRetry }: { message: string; onRetry: () => void }) {
  usePageTitle(message)
  return <ErrorState title={message} onRetry={onRetry} />
}

/**
 * For the owner; others have nothing to wait for. 'Processing…' is in the space below, so that nothing moves when it goes;
 * the reason of a failure may need more lines than there are.
 */
function ProcessingNote({ track }: { track: KnownTrack }) {
  const { user } = useSession()
  const isOwner = user?.id === track.userId
  const isPending = isOwner && track.processing === 'pending'
  useQuery({ ...trackQuery(track.slug), enabled: isPending, refetchInterval: pollMs })
  const failed = 'We could not prepare this file for streaming. The original is played instead.'
  if (!isPending && !(isOwner && track.processing === 'failed')) return null
  return (
    <p
      role="status"
      className={`mt-1 text-center text-sm text-balance text-muted ${isPending ? 'absolute inset-x-0 top-full' : '-mb-5'}`}
    >
      {isPending ? 'Processing…' : failed}
      {!isPending && track.processingError && (
        <span className="block">{track.processingError}</span>
      )}
    </p>
  )
}

export function TrackWaveform({ track }: { track: KnownTrack }) {
  const duration = useTrackDuration(track)
  const isHydrated = useHydrated()
  return (
    <div className="relative mt-15 tablet:mt-19">
      <Waveform track={track} levels={track.waveform} className="h-24 tablet:h-33" />
      <div
        aria-hidden="true"
        className="mt-3.5 flex justify-between text-sm text-muted tabular-nums"
      >
        <span>{formatDuration(0)}</span>
        <span>{formatDuration(duration)}</span>
      </div>
      {hasFeature('comments') && isHydrated && (
        <Suspense>
          <CommentMoments key={track.id} track={track} />
        </Suspense>
      )}
      <ProcessingNote track={track} />
    </div>
  )
}
