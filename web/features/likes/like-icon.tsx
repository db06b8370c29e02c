import { Heart } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLike } from './use-like.ts'

/** A heart alone, for rows. */
export function LikeIconButton({ track, className = '' }: { track: Track; className?: string }) {
  const { liked, toggle } = useLike(track)
  return (
    <IconButton
      label={`Like ${track.title}`}
      aria-pressed={liked}
      onClick={toggle}
      className={`aria-pressed:text-like ${className}`}
    >
      <Heart className={liked ? 'fill-current' : ''} />
    </IconButton>
  )
}
