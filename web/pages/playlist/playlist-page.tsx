import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { albumPattern, paths } from '#contract/paths.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { orNull, request } from '#web/api/client.ts'
import type { Page } from '#web/api/page.ts'
import { playlistQuery, userReleasesQuery } from '#web/api/playlists.ts'
import { AfterUpload } from '#web/components/after-upload.tsx'
import { loadReposts } from '#web/components/repost-action.tsx'
import { useTrackOrder } from '#web/features/playlists/use-playlist-mutations.ts'
import { coverUrl } from '#web/lib/api-urls.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { releaseArtist } from '#web/lib/release-text.ts'
import { minVirtualRows } from '#web/lib/visible-range.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { PlaylistHeader } from './playlist-header.tsx'
import { PlaylistSkeleton } from './playlist-skeleton.tsx'
import { PlaylistTracks } from './playlist-tracks.tsx'

// Lazy: most playlists have tracks.
const PlaylistEmpty = lazyComponent(
  async () => (await import('./playlist-empty.tsx')).PlaylistEmpty,
)

// Lazy: most playlists are found.
const PlaylistNotFound = lazyComponent(
  async () => (await import('./playlist-not-found.tsx')).PlaylistNotFound,
)

// Lazy: below the fold, and only of releases.
const ReleaseDetails = lazyComponent(
  async () => (await import('./release-details.tsx')).ReleaseDetails,
)

// Lazy: hardly any playlist is removed.
const RemovalNote = lazyComponent(
  async () => (await import('#web/components/removal-note.tsx')).RemovalNote,
)

/** The browser loads a longer playlist whole after it is hydrated. */
const firstTracks = minVirtualRows

export const page: Page = {
  component: PlaylistPage,
  async load({ queryClient, path, params: { slug = '' } }) {
    const { queryKey } = playlistQuery(slug)
    const playlist = await request(routes.getPlaylistBySlug, {
      params: { slug },
      query: { limit: firstTracks },
    }).catch(orNull)
    queryClient.setQueryData(queryKey, playlist)
    if (!playlist) return { kind: 'not-found', title: notFoundTitle(isAlbumPath(path)) }
    if (playlist.trackCount > firstTracks)
      await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    if (isReleaseType(playlist.type)) {
      await queryClient.fetchQuery(userReleasesQuery(playlist.userId))
      await loadReposts(queryClient, 'playlist', playlist.id)
    }
    return { kind: 'playlist', playlist }
  },
}

/** The page of a playlist or release. Releases have another path. */
export function PlaylistPage() {
  const { slug = '' } = useParams()
  const [path, navigate] = useLocation()
  const isAlbum = isAlbumPath(path)
  const { data, error, isPending, refetch } = useQuery(playlistQuery(slug))
  const isElsewhere = data ? isReleaseType(data.type) !== isAlbum : false
  useEffect(() => {
    if (data && isElsewhere) navigate(paths.playlist(data), { replace: true })
  }, [data, isElsewhere, navigate])
  if (isPending) return <PlaylistSkeleton isRelease={isAlbum} />
  if (!data)
    return (
      <Suspense>
        <PlaylistNotFound
          title={notFoundTitle(isAlbum)}
          isGone={!error}
          onRetry={() => void refetch()}
        />
      </Suspense>
    )
  return <LoadedPlaylist key={data.id} slugOrId={slug} playlist={data} />
}

type LoadedPlaylistProps = { slugOrId: string; playlist: PlaylistDetail }

function LoadedPlaylist({ slugOrId, playlist }: LoadedPlaylistProps) {
  usePageTitle(`${playlist.title} by ${releaseArtist(playlist)}`)
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
        <AfterUpload />
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
            <PlaylistEmpty isOwner={isOwner} type={shown.type} />
          </Suspense>
        ) : (
          <PlaylistTracks playlist={shown} isOwner={isOwner} onReorder={reorder} />
        )}
        <Suspense>{isReleaseType(shown.type) && <ReleaseDetails release={shown} />}</Suspense>
      </div>
    </ArtworkGlow>
  )
}

const isAlbumPath = (path: string) => path.startsWith(albumPattern.replace(':slug', ''))
const notFoundTitle = (isAlbum: boolean) => `${isAlbum ? 'Album' : 'Playlist'} not found`
