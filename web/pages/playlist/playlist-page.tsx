import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useParams } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { useSession } from '#web/api/auth.ts'
import { ApiError, hasStatus } from '#web/api/client.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { useTrackOrder } from '#web/features/playlists/use-playlist-mutations.ts'
import { coverUrl } from '#web/lib/api-urls.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { artistName } from '#web/lib/display-name.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Violin } from '#web/ui/violin.tsx'
import { PlaylistHeader } from './playlist-header.tsx'
import { PlaylistSkeleton } from './playlist-skeleton.tsx'
import { PlaylistTracks } from './playlist-tracks.tsx'

// Lazy: hardly any playlist is removed.
const RemovalNote = lazyComponent(
  async () => (await import('#web/components/removal-note.tsx')).RemovalNote,
)

export function PlaylistPage() {
  const { slug = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(playlistQuery(slug))
  if (isPending) return <PlaylistSkeleton />
  // Refetched after a deletion: cached data must not be shown after a 404.
  const isGone = hasStatus(error, 404)
  if (!data || isGone) return <PlaylistNotFound error={error} onRetry={() => void refetch()} />
  return <LoadedPlaylist key={data.id} slugOrId={slug} playlist={data} />
}

type LoadedPlaylistProps = { slugOrId: string; playlist: PlaylistDetail }

function LoadedPlaylist({ slugOrId, playlist }: LoadedPlaylistProps) {
  usePageTitle(`${playlist.title} by ${artistName(playlist)}`)
  const { user } = useSession()
  const isOwner = user?.id === playlist.userId
  const { shown, reorder } = useTrackOrder(slugOrId, playlist)
  return (
    <ArtworkGlow
      seed={shown.id}
      imageUrl={shown.coverUrl && coverUrl(shown, 96)}
      className="pb-section"
    >
      <div className="page-width">
        <Link
          href={paths.profile(shown.userId)}
          className="mt-6 inline-flex min-h-11 max-w-full items-center gap-2 rounded-art text-md font-semibold text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
          <span className="truncate">{displayName(shown.user)}</span>
        </Link>
        <Suspense>{shown.removal && <RemovalNote removal={shown.removal} />}</Suspense>
        <PlaylistHeader playlist={shown} isOwner={isOwner} />
        {shown.playlistTracks.length === 0 ? (
          <PlaylistEmpty isOwner={isOwner} />
        ) : (
          <PlaylistTracks playlist={shown} isOwner={isOwner} onReorder={reorder} />
        )}
      </div>
    </ArtworkGlow>
  )
}

export function PlaylistEmpty({ isOwner }: { isOwner: boolean }) {
  return (
    <section aria-label="Tracks" className="grid justify-items-center pt-section pb-10 text-center">
      <Violin variant="empty" bars={120} className="mb-8 w-full tablet:w-[min(480px,88vw)]" />
      <h2 className="font-display text-4xl leading-display font-extrabold tracking-display text-balance">
        This playlist is empty
      </h2>
      <p className="mt-3 max-w-[40ch] text-lg text-balance text-muted">
        {isOwner ? 'Add some tracks to get started!' : "This playlist doesn't have any tracks yet."}
      </p>
    </section>
  )
}

type PlaylistNotFoundProps = { error: Error | null; onRetry: () => void }

function PlaylistNotFound({ error, onRetry }: PlaylistNotFoundProps) {
  usePageTitle('Playlist not found')
  const isGone = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <EmptyState
      variant="error"
      title="Playlist not found"
      text={
        isGone
          ? 'It may have been deleted or made private.'
          : 'It could not be loaded. Please try again.'
      }
    >
      <div className="flex flex-wrap justify-center gap-3">
        {!isGone && (
          <Button tone="outline" size="large" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Link href={paths.home} className={buttonClass('primary', 'large')}>
          Back to Home
        </Link>
      </div>
    </EmptyState>
  )
}
