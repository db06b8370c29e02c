import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useParams } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { useSession } from '#web/api/auth.ts'
import type { Page } from '#web/api/page.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { useTrackOrder } from '#web/features/playlists/use-playlist-mutations.ts'
import { coverUrl } from '#web/lib/api-urls.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { artistName } from '#web/lib/display-name.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { minVirtualRows } from '#web/lib/visible-range.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlaylistHeader } from './playlist-header.tsx'
import { PlaylistSkeleton } from './playlist-skeleton.tsx'
import { PlaylistTracks } from './playlist-tracks.tsx'

// Lazy: most playlists have tracks.
const PlaylistEmpty = lazyComponent(
  async () => (await import('./playlist-empty.tsx')).PlaylistEmpty,
)

// Lazy: hardly any playlist is removed.
const RemovalNote = lazyComponent(
  async () => (await import('#web/components/removal-note.tsx')).RemovalNote,
)

/** The browser loads a longer playlist whole after it is hydrated. */
const firstTracks = minVirtualRows

export const page: Page = {
  component: PlaylistPage,
  async load({ queryClient, params: { slug = '' } }) {
    const query = playlistQuery(slug)
    const playlist = await queryClient.fetchQuery(query)
    if (!playlist) return { kind: 'not-found', title: 'Playlist not found' }
    if (playlist.playlistTracks.length > firstTracks) {
      const playlistTracks = playlist.playlistTracks.slice(0, firstTracks)
      const shortened: PlaylistDetail = { ...playlist, playlistTracks }
      queryClient.setQueryData(query.queryKey, shortened)
      await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
    }
    return { kind: 'playlist', playlist }
  },
}

export function PlaylistPage() {
  const { slug = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(playlistQuery(slug))
  if (isPending) return <PlaylistSkeleton />
  if (!data) return <PlaylistNotFound isGone={!error} onRetry={() => void refetch()} />
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
          <Suspense>
            <PlaylistEmpty isOwner={isOwner} />
          </Suspense>
        ) : (
          <PlaylistTracks playlist={shown} isOwner={isOwner} onReorder={reorder} />
        )}
      </div>
    </ArtworkGlow>
  )
}

type PlaylistNotFoundProps = { isGone: boolean; onRetry: () => void }

function PlaylistNotFound({ isGone, onRetry }: PlaylistNotFoundProps) {
  usePageTitle('Playlist not found')
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
