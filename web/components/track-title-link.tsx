import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { useTrackPlayState } from '#web/features/player/use-player.ts'
import { classNames } from '#web/lib/class-names.ts'

type TrackTitleLinkProps = { track: Track; className?: string }

/** The title of a row or card, highlighted while the track is in the player. */
export function TrackTitleLink({
  track,
  className = 'block truncate leading-row font-semibold',
}: TrackTitleLinkProps) {
  const isCurrent = useTrackPlayState(track.id) !== 'idle'
  return (
    <Link
      href={paths.track(track)}
      title={track.title}
      // Search engines must not find what is unlisted.
      rel={track.privacy === 'public' ? undefined : 'nofollow'}
      className={classNames('rounded-art', className, isCurrent && 'text-primary-text')}
    >
      {track.title}
    </Link>
  )
}
