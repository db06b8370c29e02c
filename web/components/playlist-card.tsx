import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { Playlist } from '#contract/playlists.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { typeAndYear } from '#web/lib/release-text.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { PrivacyLabel } from '#web/ui/privacy-label.tsx'

const coverSizes = '(min-width: 73.8rem) 19vw, (min-width: 47.5rem) 30vw, 44vw'

type PlaylistCardProps = {
  playlist: Playlist
  /** The owner, where that is not obvious. */
  by?: string | undefined
  heading?: 'h2' | 'h3'
}

export function PlaylistCard({ playlist, by, heading: Heading = 'h2' }: PlaylistCardProps) {
  return (
    <article className="group relative">
      <Artwork
        src={coverUrl(playlist, 384)}
        srcSet={coverSrcSet(playlist)}
        sizes={coverSizes}
        className="[&>img]:transition-transform [&>img]:duration-(--duration-slow) mouse:group-hover:[&>img]:scale-[1.035]"
      />
      <Heading className="mt-2.75 text-base leading-6 font-semibold">
        <Link
          href={paths.playlist(playlist)}
          title={playlist.title}
          className="block truncate rounded-art after:absolute after:inset-0"
        >
          {playlist.title}
        </Link>
      </Heading>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="max-w-full truncate">
          {isReleaseType(playlist.type)
            ? typeAndYear(playlist)
            : formatTrackCount(playlist.trackCount)}
          {by && ` · ${by}`}
        </span>
        <PrivacyLabel item={playlist} />
      </p>
    </article>
  )
}
