import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Track } from '#contract/tracks.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { AddToPlaylistButton } from '#web/features/playlists/add-to-playlist-button.tsx'
import { useShare } from '#web/features/share/share-button.tsx'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { useFocusReturn, useScrollLock } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { useCloseOnBack } from '#web/ui/use-close-on-back.ts'
import { useSwipe } from '#web/ui/use-swipe.ts'
import { usePlayer, useTrackDuration, useTrackPosition } from '../../use-player.ts'
import { PlayerStatus } from '../player-status.tsx'
import type { RenderMenu } from '../queue-panel/queue-sections.tsx'
import { SleepButton, SpeedButton } from '../speed-and-sleep.tsx'
import { TransportControls } from '../transport-controls.tsx'
import { Volume } from '../volume.tsx'
import { Waveform } from '../waveform/waveform.tsx'
import { ExpandedHeader } from './expanded-header.tsx'
import { NowPlayingArtist, NowPlayingTitle } from './now-playing.tsx'
import { PlayOnButton } from './play-on-button.tsx'

type ExpandedPlayerProps = {
  track: Track
  onClose: () => void
  onShowShortcuts: () => void
  onQueue: () => void
  isQueueOpen: boolean
  renderMenu: RenderMenu
}

/** The full-screen player. Open while mounted. */
export function ExpandedPlayer(props: ExpandedPlayerProps) {
  const { track, onClose, onShowShortcuts, onQueue, isQueueOpen, renderMenu } = props
  const player = usePlayer()
  const { data: known } = useQuery(trackQuery(track.slug || track.id))
  const goBack = useCloseOnBack(onClose)
  function stop() {
    goBack()
    player.stop()
  }
  return (
    <FullScreen onClose={goBack} isCovered={isQueueOpen}>
      <TooltipProvider>
        <ArtworkGlow
          seed={track.id}
          imageUrl={track.artworkUrl && artworkUrl(track, 96)}
          className="artwork-glow-full grid min-h-full grid-rows-[auto_auto_auto_auto] content-between tablet:grid-rows-[auto_minmax(0,1fr)_auto_auto]"
        >
          <ExpandedHeader
            onLeave={onClose}
            onCollapse={goBack}
            onStop={stop}
            onShowShortcuts={onShowShortcuts}
            onQueue={onQueue}
            isQueueOpen={isQueueOpen}
          />
          <NowPlaying
            track={track}
            liked={known ?? track}
            onLeave={onClose}
            isCompact={isQueueOpen}
            menu={renderMenu(track, onClose)}
          />
          <div className="px-gutter pt-11.5 tablet:pr-(--queue-space,0px) tablet:pl-0 tablet:pt-14 tablet:short:pt-12">
            <Waveform
              track={track}
              levels={known?.waveform}
              className="h-24 [--behind-playhead:color-mix(in_srgb,var(--color-bg)_92%,var(--art-b))] tablet:h-42 tablet:short:h-30"
            />
          </div>
          <Controls track={track} />
        </ArtworkGlow>
      </TooltipProvider>
    </FullScreen>
  )
}

type FullScreenProps = {
  onClose: () => void
  /** Escape closes what is above it first. */
  isCovered: boolean
  children: ReactNode
}

/** Player shortcuts work inside this dialog. */
function FullScreen({ onClose, isCovered, children }: FullScreenProps) {
  const returnFocus = useFocusReturn()
  const swipe = useSwipe((direction, { scrollTop }) => {
    if (direction === 'down' && scrollTop === 0) onClose()
  })
  useScrollLock()
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-modal="true"
          aria-describedby={undefined}
          data-player-keys
          onOpenAutoFocus={focusContent}
          // An open tooltip would otherwise consume the first Escape.
          onKeyDown={({ key }) => key === 'Escape' && !isCovered && onClose()}
          // It fills the screen: only the queue is outside, and belongs to it.
          onInteractOutside={(event) => event.preventDefault()}
          {...swipe}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-(--z-player) animate-[rise_var(--duration-base)_var(--ease-out)] overflow-x-hidden overflow-y-auto overscroll-contain bg-bg outline-none"
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Focuses the dialog and no button, so that Space still toggles playback and the title is read
 * out.
 */
function focusContent(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

type NowPlayingProps = {
  track: Track
  /** A restored queue may be outdated: whether the track is liked is fetched. */
  liked: Track
  onLeave: () => void
  /** The queue is beside it. */
  isCompact: boolean
  menu: ReactNode
}

function NowPlaying({ track, liked, onLeave, isCompact, menu }: NowPlayingProps) {
  const share = useShare()
  return (
    <div
      className={classNames(
        'page-width beside-queue grid grid-cols-[minmax(0,1fr)] gap-5.5 tablet:grid-cols-[auto_minmax(0,1fr)] tablet:items-end tablet:self-center tablet:pt-2',
        isCompact ? 'tablet:gap-10' : 'tablet:gap-16',
      )}
    >
      <Artwork
        src={artworkUrl(track, 384)}
        srcSet={artworkSrcSet(track)}
        sizes="(min-width: 47.5rem) 420px, 80vw"
        eager
        className="mx-auto w-[min(100%,31dvh)] rounded-art-lg tablet:w-[min(44vh,420px,36vw)] tablet:short:w-[34vh]"
      />
      <div className="min-w-0">
        <NowPlayingTitle track={track} onLeave={onLeave} isCompact={isCompact} />
        <div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 text-base tablet:mt-6 tablet:text-xl">
          <PlayerStatus>
            <NowPlayingArtist track={track} onLeave={onLeave} />
          </PlayerStatus>
          <span className="flex items-center gap-1">
            <LikeButton track={liked} />
            <AddToPlaylistButton track={track} />
            <IconButton label={`Share ${track.title}`} onClick={() => void share('track', track)}>
              <Share2 />
            </IconButton>
            {menu}
          </span>
        </div>
      </div>
    </div>
  )
}

function Controls({ track }: { track: Track }) {
  return (
    <div className="page-width grid items-center gap-4.5 pt-3.5 pb-6 tablet:grid-cols-[1fr_auto_1fr] tablet:gap-6 tablet:pb-10 tablet:short:pb-6">
      <TimeDisplay track={track} />
      <TransportControls
        track={track}
        className="justify-between tablet:justify-center tablet:gap-4.5"
        playClass="primary-fill-floating size-19 [&>svg]:size-8"
        isLarge
      />
      <div className="flex items-center gap-1.5 tablet:ml-auto">
        <SpeedButton />
        <SleepButton />
        <PlayOnButton track={track} />
        <Volume className="ml-2.5 flex flex-1 [--color-overlay:var(--color-bg)] tablet:w-45 tablet:flex-none" />
      </div>
    </div>
  )
}

/** Elapsed and total time. Hidden from screen readers, which get it from the waveform. */
export function TimeDisplay({ track }: { track: Track }) {
  const position = useTrackPosition(track.id)
  const duration = useTrackDuration(track)
  return (
    <div
      aria-hidden="true"
      className="flex items-center justify-between gap-2 text-base text-muted tabular-nums tablet:justify-start"
    >
      <span>{formatDuration(position)}</span>
      <span className="hidden tablet:inline">/</span>
      <span>{formatDuration(duration)}</span>
    </div>
  )
}
