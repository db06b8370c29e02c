import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { Playlist } from '#contract/playlists.ts'
import { sectionTexts } from '#contract/section-texts.ts'
import { newPlaylistsQuery } from '#web/api/browse.ts'
import { BrowseByGenre } from '#web/components/genre-links.tsx'
import { PlaylistTile } from '#web/components/tiles.tsx'
import { Carousel, type CarouselProps } from '#web/ui/carousel.tsx'

/** Below the sections of tracks: the newest releases, all genres, and the newest playlists. */
export function MoreToBrowse({ releases }: { releases: Playlist[] }) {
  const { data: playlists = [] } = useQuery(newPlaylistsQuery)
  return (
    <>
      <PlaylistRow
        title="New releases"
        subtitle="Albums, EPs and singles"
        content="releases"
        playlists={releases}
      />
      <BrowseByGenre />
      <PlaylistRow
        {...sectionTexts.playlists}
        href={paths.section('playlists')}
        content="playlists"
        playlists={playlists}
      />
    </>
  )
}

type PlaylistRowProps = Omit<CarouselProps, 'children'> & { playlists: Playlist[] }

function PlaylistRow({ playlists, ...carousel }: PlaylistRowProps) {
  if (playlists.length === 0) return null
  return (
    <Carousel {...carousel}>
      {playlists.map((playlist) => (
        <li key={playlist.id}>
          <PlaylistTile playlist={playlist} />
        </li>
      ))}
    </Carousel>
  )
}
