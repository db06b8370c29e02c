import type { ComponentProps } from 'react'
import type { Track } from '#contract/tracks.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { useGlowColors } from '#web/ui/artwork-glow.tsx'

/** Where the bar is, and what it looks like, in the colors of the artwork. They render nothing else again. */
export function Bar({ track, className, ...props }: ComponentProps<'section'> & { track: Track }) {
  return (
    <section
      {...props}
      id="player"
      aria-label="Player"
      style={useGlowColors(track.id, track.artworkUrl && artworkUrl(track, 96))}
      className={`bordered fixed bottom-[calc(var(--bottom-bar)+8px)] left-1/2 z-(--z-player) w-[calc(100%-16px)] -translate-x-1/2 touch-none bg-[color-mix(in_srgb,var(--color-overlay)_94%,var(--art-a))] pt-2.5 pr-3 pb-1.5 pl-3.5 shadow-(--shadow-float) [--bordered-radius:20px] tablet:bottom-[calc(var(--bottom-bar)+16px)] tablet:w-[min(calc(100%-2*var(--spacing-gutter)+32px),calc(var(--container-page)+32px))] tablet:py-3.5 tablet:pr-4.5 tablet:[--bordered-radius:22px] low:bottom-[calc(var(--bottom-bar)+8px)] low:py-1.5 ${className}`}
    />
  )
}
