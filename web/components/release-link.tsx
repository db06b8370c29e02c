import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'

/** In the line of the artist: the release that the track is on, if there is one. */
export function ReleaseLink({ track: { release } }: { track: Track }) {
  if (!release) return null
  return (
    <>
      {' · '}
      <Link href={paths.playlist(release)} className="rounded-art hover:text-text hover:underline">
        {release.title}
      </Link>
    </>
  )
}
