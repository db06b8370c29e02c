import type { Playlist } from '#contract/playlists.ts'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { Carousel } from '#web/ui/carousel.tsx'

/** The newest releases of a user; all of them are in the tab of the playlists. */
export function ReleaseRow({ releases }: { releases: Playlist[] }) {
  if (releases.length === 0) return null
  return (
    <Carousel title="Releases" subtitle="Albums, EPs and singles" content="releases">
      {releases.map((release) => (
        <li key={release.id}>
          <PlaylistCard playlist={release} heading="h3" />
        </li>
      ))}
    </Carousel>
  )
}
