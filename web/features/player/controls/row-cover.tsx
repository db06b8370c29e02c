import { LoaderCircle, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Track } from '#contract/tracks.ts'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { useLoadsImages } from '#web/ui/virtual-list.tsx'
import { usePlayTrack } from '../queue/playable-list.tsx'
import { useTrackPlayState } from '../use-player.ts'

const icons = {
  loading: <LoaderCircle className="spinning size-5" strokeWidth={2.5} />,
  playing: <Pause className="size-5 fill-current" />,
  idle: <Play className="size-5 fill-current" />,
  paused: <Play className="size-5 fill-current" />,
}
const verbs = { loading: 'Loading', playing: 'Pause', idle: 'Play', paused: 'Play' }

type RowCoverProps = {
  track: Track
  /** Instead of playing the track in its list. */
  onPlay?: () => void
  /** Replaces the artwork. */
  children?: ReactNode
  className?: string
}

/** The cover of a row, which is its play button. The row is the `group`. */
export function RowCover({
  track,
  onPlay,
  children,
  className = 'w-12 tablet:w-14',
}: RowCoverProps) {
  const state = useTrackPlayState(track.id)
  const play = usePlayTrack(track)
  return (
    <button
      type="button"
      aria-label={`${verbs[state]} ${track.title}`}
      onClick={onPlay ?? play}
      className={`relative rounded-art ${className}`}
    >
      {children ?? <LoadedArtwork track={track} />}
      <span
        className={classNames(
          'absolute inset-0 grid place-items-center rounded-art bg-[rgb(10_7_5/0.58)] text-on-shade transition-opacity',
          state === 'idle' &&
            'opacity-0 group-focus-within:opacity-100 mouse:group-hover:opacity-100',
        )}
      >
        {icons[state]}
      </span>
    </button>
  )
}

function LoadedArtwork({ track }: { track: Track }) {
  return useLoadsImages() ? (
    <Artwork src={artworkUrl(track, 96)} srcSet={artworkSrcSet(track)} sizes="56px" />
  ) : (
    <span className="block aspect-square rounded-art bg-raised" />
  )
}
