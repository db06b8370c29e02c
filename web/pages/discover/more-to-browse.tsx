import { useQuery } from '@tanstack/react-query'
import { newPlaylistsQuery } from '#web/api/browse.ts'
import { BrowseByGenre } from '#web/components/genre-links.tsx'
import { PlaylistTile } from '#web/components/tiles.tsx'
import { Carousel } from '#web/ui/carousel.tsx'

/** Below the sections of tracks: all genres, and the newest playlists. */
export function MoreToBrowse() {
  const { data: playlists = [] } = useQuery(newPlaylistsQuery)
  return (
    <>
      <BrowseByGenre />
      {playlists.length > 0 && (
        <Carousel title="New playlists" subtitle="Collected by our community" content="playlists">
          {playlists.map((playlist) => (
            <li key={playlist.id}>
              <PlaylistTile playlist={playlist} />
            </li>
          ))}
        </Carousel>
      )}
    </>
  )
}
