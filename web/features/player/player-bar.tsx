import { SkipBack, SkipForward, Volume2, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Track } from '#contract/tracks.ts'
import { artistName } from '#web/lib/artist-name.ts'
import { minutesAndSeconds } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Tooltip, TooltipArea } from '#web/ui/tooltip.tsx'
import { hasNext, hasPrevious } from './queue.ts'
import { usePlayer, usePlayerState, usePosition, useTrackPlayState } from './use-player.ts'

/** The player at the foot of every page, once a track is loaded. */
export function PlayerBar({ track }: { track: Track }) {
  const player = usePlayer()
  return (
    <TooltipArea>
      <section
        id="player"
        aria-label="Player"
        className="purfled fixed bottom-2 left-1/2 z-(--z-player) grid w-[calc(100%-16px)] -translate-x-1/2 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 bg-[color-mix(in_srgb,var(--color-overlay)_94%,var(--art-a))] py-2.5 pr-3 pl-3.5 shadow-(--shadow-float) [--purfling:20px] tablet:bottom-4 tablet:w-[min(calc(100%-2*var(--spacing-gutter)+32px),87rem)] tablet:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] tablet:gap-5 tablet:py-3.5 tablet:pr-4.5 tablet:[--purfling:22px] desk:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)] desk:gap-8"
      >
        <TrackInfo track={track} />
        <div className="relative col-span-full row-start-2 flex items-center gap-2 tablet:col-span-1 tablet:col-start-2 tablet:row-start-1 tablet:gap-4.5">
          <Transport track={track} />
          <Progress track={track} />
        </div>
        <div className="relative col-start-2 row-start-1 flex items-center justify-end gap-1 tablet:col-start-3">
          <Volume />
          <Tooltip text="Close">
            <IconButton label="Close player" onClick={player.stop}>
              <X />
            </IconButton>
          </Tooltip>
        </div>
      </section>
    </TooltipArea>
  )
}

function TrackInfo({ track }: { track: Track }) {
  const error = usePlayerState((state) => state.error)
  return (
    <Link
      href={paths.track(track)}
      className="relative row-start-1 flex min-w-0 items-center gap-3 rounded-art tablet:gap-3.5"
    >
      <Artwork
        src={paths.artwork(track, 96)}
        srcSet={paths.artworkSet(track)}
        sizes="60px"
        eager
        className="w-12 shrink-0 tablet:w-15"
      />
      <span className="min-w-0">
        <strong className="block truncate leading-[1.3] font-semibold" title={track.title}>
          {track.title}
        </strong>
        {error ? (
          <span role="alert" className="block truncate text-sm leading-[1.4] text-danger-text">
            {error}
          </span>
        ) : (
          <span className="block truncate text-sm leading-[1.4] text-muted">
            {artistName(track)}
          </span>
        )}
      </span>
    </Link>
  )
}

function Transport({ track }: { track: Track }) {
  const player = usePlayer()
  const state = useTrackPlayState(track.id)
  const canGoBack = usePlayerState(({ queue }) => hasPrevious(queue))
  const canGoOn = usePlayerState(({ queue }) => hasNext(queue))
  return (
    <div className="-ml-1 flex items-center tablet:ml-0 tablet:gap-1.5 [&_.lucide-skip-back]:fill-current [&_.lucide-skip-forward]:fill-current">
      <Tooltip text="Previous">
        <IconButton label="Previous" disabled={!canGoBack} onClick={player.previous}>
          <SkipBack />
        </IconButton>
      </Tooltip>
      <PlayButton
        state={state}
        onClick={player.toggle}
        className="size-11 tablet:size-11.5 [&>svg]:size-5.5"
      />
      <Tooltip text="Next">
        <IconButton label="Next" disabled={!canGoOn} onClick={player.next}>
          <SkipForward />
        </IconButton>
      </Tooltip>
    </div>
  )
}

const timeClass = 'min-w-7.5 text-xs text-muted tabular-nums tablet:min-w-8.5 tablet:text-sm'

function Progress({ track }: { track: Track }) {
  const player = usePlayer()
  const clock = usePosition()
  const [dragged, setDragged] = useState<number | null>(null)
  const duration = clock.duration || track.duration || 0
  const percent = dragged ?? (duration ? (clock.position / duration) * 100 : 0)
  const position = (percent / 100) * duration
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5 tablet:gap-3">
      <span className={timeClass}>{minutesAndSeconds(position)}</span>
      <Slider
        label="Progress"
        value={percent}
        step={0.1}
        valueText={`${minutesAndSeconds(position)} of ${minutesAndSeconds(duration)}`}
        onChange={setDragged}
        onCommit={(to) => {
          player.seek((to / 100) * duration)
          setDragged(null)
        }}
      />
      <span className={`${timeClass} text-right`}>{minutesAndSeconds(duration)}</span>
    </div>
  )
}

function Volume() {
  const player = usePlayer()
  const volume = usePlayerState((state) => Math.round(state.volume * 100))
  return (
    <div className="mr-2.5 hidden w-37.5 items-center gap-2.5 text-muted desk:flex">
      <Volume2 aria-hidden="true" className="size-5 shrink-0" />
      <Slider
        label="Volume"
        value={volume}
        step={1}
        valueText={`${volume} percent`}
        onChange={(to) => player.setVolume(to / 100)}
      />
    </div>
  )
}
