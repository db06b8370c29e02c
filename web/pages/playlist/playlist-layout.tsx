import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Playlist } from '#contract/playlists.ts'
import { coverUrl } from '#web/lib/api-urls.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'

type PlaylistLayoutProps = { playlist: Playlist; children: ReactNode }

/** The page with the glow of its cover, and a link back to the owner's profile. */
export function PlaylistLayout({ playlist, children }: PlaylistLayoutProps) {
  return (
    <ArtworkGlow
      seed={playlist.id}
      imageUrl={playlist.coverUrl && coverUrl(playlist, 96)}
      className="pb-section"
    >
      <div className="page-width">
        <Link
          href={paths.profile(playlist.userId)}
          className="mt-6 inline-flex min-h-11 max-w-full items-center gap-2 rounded-art text-md font-semibold text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
          <span className="truncate">{displayName(playlist.user)}</span>
        </Link>
        {children}
      </div>
    </ArtworkGlow>
  )
}
