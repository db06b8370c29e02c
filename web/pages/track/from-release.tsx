import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { playlistNouns } from '#contract/playlist-types.ts'
import type { Track } from '#contract/tracks.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { Artwork } from '#web/ui/artwork.tsx'

/** The release that the track is on: its cover and title, and the number of the track. */
export function FromRelease({ release }: { release: NonNullable<Track['release']> }) {
  const { title, type, position } = release
  const cover = { id: release.id, coverUrl: null }
  return (
    <Link
      href={paths.playlist(release)}
      className="mt-5 flex w-fit max-w-full items-center gap-3 rounded-art pr-2 text-sm text-muted [&:hover_strong]:underline"
    >
      <Artwork
        src={coverUrl(cover, 96)}
        srcSet={coverSrcSet(cover)}
        sizes="48px"
        className="w-12 shrink-0"
      />
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          From the {playlistNouns[type]}{' '}
          <strong className="font-semibold text-text">{title}</strong>
        </span>
        <span className="block tabular-nums">Track {position + 1}</span>
      </span>
    </Link>
  )
}
