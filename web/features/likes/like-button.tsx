import { Heart } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { formatCompactNumber } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLike } from './use-like.ts'

type LikeIconButtonProps = { track: Track; label?: string; id?: string }

/** Without the count. */
export function LikeIconButton({ track, label, id }: LikeIconButtonProps) {
  const { liked, toggle } = useLike(track)
  return (
    <IconButton
      id={id}
      label={label ?? `Like ${track.title}`}
      aria-pressed={liked}
      onClick={toggle}
      className="aria-pressed:text-like"
    >
      <Heart className={liked ? 'fill-current' : ''} />
    </IconButton>
  )
}

export function LikeButton({ track }: { track: Track }) {
  const { liked, toggle } = useLike(track)
  return (
    <button
      type="button"
      aria-pressed={liked}
      onClick={toggle}
      className="inline-flex h-8 items-center gap-1.5 rounded-full px-2 text-sm text-faint tabular-nums transition-[background,color] hover:bg-raised hover:text-text aria-pressed:text-like"
    >
      <Heart className={liked ? 'size-4.25 fill-current' : 'size-4.25'} />
      <span className="sr-only">Like {track.title}</span>
      {track.likeCount !== null && formatCompactNumber(track.likeCount)}
    </button>
  )
}
