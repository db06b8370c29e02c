import { X } from 'lucide-react'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { PlayerOffer } from '../store.ts'
import { Bar } from './bar.tsx'

/** In place of the player: what another device plays, to be continued here. */
export function ContinueBar({ offer }: { offer: PlayerOffer }) {
  const { track, isPlaying, accept, dismiss } = offer
  function choose(action: () => void) {
    action()
    // The focused button disappears: keep the focus in the document.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Bar track={track} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Artwork
        src={artworkUrl(track, 96)}
        srcSet={artworkSrcSet(track)}
        sizes="60px"
        eager
        className="w-10 shrink-0 tablet:w-15 low:w-10"
      />
      <span className="min-w-0 flex-1">
        <strong className="block truncate leading-row font-semibold" title={track.title}>
          {track.title}
        </strong>
        <span className="block truncate text-sm leading-row text-muted">
          {isPlaying ? 'Playing on another device' : 'Played on another device'}
        </span>
      </span>
      <Button
        tone="primary"
        size="small"
        onClick={() => choose(accept)}
        className="phone:order-1 phone:w-full phone:justify-center"
      >
        Continue on this device
      </Button>
      <IconButton label="Dismiss" onClick={() => choose(dismiss)}>
        <X />
      </IconButton>
    </Bar>
  )
}
