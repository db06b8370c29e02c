import { ChevronUp, X } from 'lucide-react'
import { type MouseEvent, Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { artistName } from '#web/lib/display-name.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { useSwipe } from '#web/ui/use-swipe.ts'
import { usePlayer, usePlayerState } from '../use-player.ts'
import { Bar } from './bar.tsx'
import { ControlButton, QueueButton } from './control-button.tsx'
import { PlayerLike } from './player-like.tsx'
import { PlayerStatus } from './player-status.tsx'
import { Progress } from './progress.tsx'
import type { RenderMenu } from './queue-panel/queue-sections.tsx'
import { TransportControls } from './transport-controls.tsx'

type PlayerBarProps = {
  track: Track
  onExpand: () => void
  onQueue: () => void
  isQueueOpen: boolean
  renderMenu: RenderMenu
}

// Lazy: the first sound does not wait for its slider.
const Volume = lazyComponent(async () => (await import('./volume.tsx')).Volume)
// Lazy: seldom needed.
const StateChips = lazyComponent(async () => (await import('./state-chips.tsx')).StateChips)

// Lazy: only after a track that was played alone.
const NextOffer = lazyComponent(async () => (await import('./next-offer.tsx')).NextOffer)

/** The player at the bottom of every page, once a track is loaded. */
export function PlayerBar(props: PlayerBarProps) {
  const { track, onExpand, onQueue, isQueueOpen, renderMenu } = props
  const player = usePlayer()
  function close() {
    player.stop()
    // The focused button disappears: keep the focus in the document.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const hasChips = usePlayerState(({ speed, sleep }) => speed !== 1 || sleep !== null)
  const hasEndedAlone = usePlayerState(
    ({ ended, queue }) => ended && queue.source === null && queue.entries.length === 1,
  )
  const swipe = useSwipe((direction) => {
    if (direction === 'up') onExpand()
    if (direction === 'left') player.next()
    if (direction === 'right') player.previous()
  })
  return (
    <TooltipProvider>
      <Bar
        track={track}
        {...swipe}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 tablet:grid-cols-[minmax(0,1fr)_auto_auto] tablet:gap-x-3 tablet:gap-y-2 desk:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] desk:gap-x-5 low:grid-cols-[minmax(0,1fr)_auto_auto] low:gap-y-0"
      >
        <TrackInfo track={track} onExpand={onExpand} />
        <TransportControls
          track={track}
          className="col-span-full row-start-2 justify-center justify-self-center tablet:col-span-1 tablet:col-start-2 tablet:row-start-1 tablet:gap-1.5 low:col-span-1 low:col-start-2 low:row-start-1 phone:[&>button]:size-9"
          playClass="phone:mx-1 phone:[&>svg]:size-5 size-11 tablet:size-11.5 [&>svg]:size-5.5 low:size-10"
        />
        <Progress track={track} className="relative col-span-3 row-start-2" />
        <div className="col-start-3 row-start-1 flex items-center justify-end tablet:gap-1">
          <span className="mr-2.5 hidden w-30 tablet:block nav:w-36 desk:w-40">
            <Suspense>
              <Volume className="flex" />
            </Suspense>
          </span>
          <span className="flex phone:[&_button]:min-w-0 phone:[&_button]:px-1 phone:[&_button]:text-xs phone:[&_svg]:hidden">
            <Suspense>{hasChips && <StateChips />}</Suspense>
          </span>
          <PlayerLike track={track} />
          <span className="hidden desk:block">{renderMenu(track)}</span>
          <QueueButton
            isOpen={isQueueOpen}
            onClick={onQueue}
            className="phone:absolute phone:right-1.5 phone:bottom-[calc(var(--next-offer)+4px)] phone:size-9"
          />
          <ControlButton
            label="Expand player"
            tooltip="Expand"
            onClick={onExpand}
            className="[&>svg]:size-6"
          >
            <ChevronUp />
          </ControlButton>
          <ControlButton label="Close player" tooltip="Close" onClick={close}>
            <X />
          </ControlButton>
        </div>
        <Suspense>{hasEndedAlone && <NextOffer track={track} />}</Suspense>
      </Bar>
    </TooltipProvider>
  )
}

/** Leads to the track; on a phone a tap expands the player, whose title does. */
function TrackInfo({ track, onExpand }: Pick<PlayerBarProps, 'track' | 'onExpand'>) {
  function onClick(event: MouseEvent) {
    if (!matchMedia('(width < 47.5rem)').matches) return
    event.preventDefault()
    onExpand()
  }
  return (
    <Link
      href={paths.track(track)}
      onClick={onClick}
      className="relative row-start-1 flex min-w-0 items-center gap-3 rounded-art max-tablet:col-span-2 tablet:gap-3.5 low:col-span-1"
    >
      <Artwork
        src={artworkUrl(track, 96)}
        srcSet={artworkSrcSet(track)}
        sizes="60px"
        eager
        className="w-12 shrink-0 tablet:w-15 low:w-10 phone:w-10"
      />
      <span className="min-w-0">
        <strong className="block truncate leading-row font-semibold" title={track.title}>
          {track.title}
        </strong>
        <span className="block truncate text-sm leading-row text-muted">
          <PlayerStatus>{artistName(track)}</PlayerStatus>
        </span>
      </span>
    </Link>
  )
}
