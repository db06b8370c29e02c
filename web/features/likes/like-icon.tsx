import { Heart } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLike } from './use-like.ts'

/** A heart alone, for rows. */
export function LikeIcon({ track, className = '' }: { track: Track; className?: string }) {
  const { liked, press } = useLike(track)
  return (
    <IconButton
      label={`Like ${track.title}`}
      aria-pressed={liked}
      onClick={press}
      className={`aria-pressed:text-like ${className}`}
    >
      <Heart className={liked ? 'fill-current' : ''} />
    </IconButton>
  )
}
