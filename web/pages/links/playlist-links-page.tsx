import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import { playlistNouns } from '#contract/playlist-types.ts'
import type { Page } from '#web/api/page.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { LinksView } from './links-view.tsx'

export const page: Page = { component: PlaylistLinksPage }

function PlaylistLinksPage() {
  const { slug = '' } = useParams()
  const { data: playlist, isError, refetch } = useQuery(playlistQuery(slug))
  return (
    <LinksView
      noun={playlistNouns[playlist?.type ?? 'playlist']}
      item={playlist}
      linked={playlist ? { playlistId: playlist.id } : undefined}
      href={playlist ? paths.playlist(playlist) : ''}
      isError={isError}
      onRetry={() => void refetch()}
    />
  )
}
