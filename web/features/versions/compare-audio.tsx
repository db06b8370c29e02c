import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react'
import { useWaveformSlider } from '#web/features/player/controls/waveform/use-waveform-slider.ts'
import { WaveBars } from '#web/features/player/controls/waveform/wave-bars.tsx'
import { usePlayer } from '#web/features/player/use-player.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { type AudioFacts, audioFacts } from './audio-facts.ts'
import { type Comparison, createComparison, equalGains, type Side } from './comparison.ts'

export type ComparedAudio = AudioFacts & {
  /** 'Current', 'New', or the date of a former version. */
  label: string
  url: string
  waveform: readonly number[] | null
  isPending?: boolean
}

type CompareAudioProps = Record<Side, ComparedAudio> & { trackId: string }

/** Two files at the same position and loudness. X switches, the space bar plays and pauses. */
export function CompareAudio({ trackId, a, b }: CompareAudioProps) {
  const comparison = useComparison(a, b)
  if (!comparison) return null
  return <Compared trackId={trackId} a={a} b={b} comparison={comparison} />
}

function useComparison(a: ComparedAudio, b: ComparedAudio): Comparison | null {
  const player = usePlayer()
  const [comparison, setComparison] = useState<Comparison | null>(null)
  useEffect(() => {
    const created = createComparison({ a: a.url, b: b.url })
    setComparison(created)
    if (player.state().isPlaying) player.toggle()
    return created.close
  }, [a.url, b.url, player])
  useEffect(
    () => comparison?.setLoudness({ a: a.loudness, b: b.loudness }),
    [comparison, a.loudness, b.loudness],
  )
  return comparison
}

function Compared({ trackId, a, b, comparison }: CompareAudioProps & { comparison: Comparison }) {
  const state = useSyncExternalStore(comparison.subscribe, comparison.get)
  const { heard, isPlaying, position, failed } = state
  const duration = state.duration || Math.max(a.duration ?? 0, b.duration ?? 0)
  const { slider, displayed } = useWaveformSlider({
    label: 'Position in both',
    shown: position,
    duration,
    position: () => position,
    onSeek: comparison.seek,
  })
  const audio = { a, b }
  useKeys(comparison)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Compare" className="grid gap-4">
      <div
        {...slider}
        className="grid cursor-pointer touch-pan-y gap-2.5 rounded-control select-none"
      >
        {(['a', 'b'] as const).map((side) => (
          <ComparedWave
            key={side}
            trackId={trackId}
            audio={audio[side]}
            isHeard={heard === side}
            isFailed={failed.includes(side)}
            played={duration > 0 ? Math.min(1, displayed / (audio[side].duration || duration)) : 0}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3 tablet:gap-4">
        <PlayButton
          autoFocus
          state={isPlaying ? 'playing' : 'paused'}
          what={audio[heard].label}
          onClick={comparison.toggle}
          className="size-12 [&>svg]:size-5.5"
        />
        <Button tone="outline" aria-keyshortcuts="x" onClick={comparison.switch}>
          Hear {audio[heard === 'a' ? 'b' : 'a'].label.toLowerCase()}
          <kbd className="ml-1 hidden rounded-art border border-line px-1.5 py-0.5 text-xs text-muted mouse:inline">
            X
          </kbd>
        </Button>
        <span className="ml-auto text-sm text-muted tabular-nums">
          {formatDuration(displayed)} / {formatDuration(duration)}
        </span>
      </div>
      <p className="text-sm text-muted">
        {state.isLevelled
          ? 'Both are played equally loud.'
          : b.isPending
            ? 'Both have their own loudness until the new file is analyzed.'
            : equalGains({ a: a.loudness, b: b.loudness })
              ? 'This device lets no page change the volume, so both have their own loudness.'
              : 'The loudness is not known, so both have their own.'}
      </p>
      <p role="status" className="sr-only">
        You hear {audio[heard].label}
      </p>
    </div>
  )
}

/** Wherever the focus is in the dialog: the one who reaches for 'Replace' may want to hear the other once more. */
function useKeys(comparison: Comparison) {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const isOnButton = event.target instanceof HTMLButtonElement
      if (event.key.toLowerCase() === 'x') comparison.switch()
      else if (event.key === ' ' && !isOnButton) comparison.toggle()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [comparison])
}

type ComparedWaveProps = {
  trackId: string
  audio: ComparedAudio
  isHeard: boolean
  isFailed: boolean
  /** From 0 to 1. */
  played: number
}

function ComparedWave({ trackId, audio, isHeard, isFailed, played }: ComparedWaveProps) {
  const note = isFailed ? 'This browser cannot play it.' : audioFacts(audio)
  return (
    <div
      data-heard={isHeard}
      className={classNames(
        'grid gap-2 rounded-panel border p-3.5 tablet:px-5 tablet:py-4',
        isHeard ? 'border-primary bg-primary-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
        <strong className="font-semibold">{audio.label}</strong>
        <span className="min-w-0 truncate text-sm text-muted tabular-nums">{note}</span>
      </div>
      <div
        className="group/wave @container relative h-12"
        style={{ '--played': `${played * 100}%` } as CSSProperties}
      >
        {audio.waveform ? (
          <WaveBars trackId={trackId} levels={audio.waveform} />
        ) : (
          <TextSkeleton className="h-full" />
        )}
      </div>
    </div>
  )
}
