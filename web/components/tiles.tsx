import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import type { Playlist } from '#contract/playlists.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { playlistSubtitle } from '#web/lib/release-text.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

const sizes = '(min-width: 73.8rem) 17vw, (min-width: 47.5rem) 30vw, 44vw'

export function ArtistTile({ artist }: { artist: UserSummary }) {
  return (
    <Tile
      href={paths.profile(artist.id)}
      title={displayName(artist)}
      subtitle={`@${artist.username}`}
    >
      <Avatar size="tile" user={artist} />
    </Tile>
  )
}

export function PlaylistTile({ playlist }: { playlist: Playlist }) {
  return (
    <Tile
      href={paths.playlist(playlist)}
      title={playlist.title}
      subtitle={playlistSubtitle(playlist)}
    >
      <Artwork src={coverUrl(playlist, 384)} srcSet={coverSrcSet(playlist)} sizes={sizes} />
    </Tile>
  )
}

type TileProps = { href: string; title: string; subtitle: string; children: ReactNode }

function Tile({ href, title, subtitle, children }: TileProps) {
  return (
    <Link href={href} className="group block min-w-0 rounded-art">
      {children}
      <span
        title={title}
        className="mt-2.25 block truncate leading-6 font-semibold tablet:mt-2.75 mouse:group-hover:underline"
      >
        {title}
      </span>
      <span className="block truncate text-sm leading-row text-muted">{subtitle}</span>
    </Link>
  )
}
