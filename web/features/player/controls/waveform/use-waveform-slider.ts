import type { CSSProperties } from 'react'
import { formatSpokenDuration } from '#web/lib/format-spoken-duration.ts'
import { useScrub } from '../use-scrub.ts'

type WaveformSliderOptions = Parameters<typeof useScrub>[0] & {
  label: string
  /** As it is rendered. */
  shown: number
}

/** The slider along a waveform, by click, drag or keyboard. All times in seconds. */
export function useWaveformSlider({ label, shown, ...scrub }: WaveformSliderOptions) {
  const { duration } = scrub
  const { ref, ...mouse } = useScrub(scrub)
  const displayed = mouse.dragged ?? shown
  const played = duration > 0 ? Math.min(1, displayed / duration) * 100 : 0
  return {
    ...mouse,
    displayed,
    /** In percent. */
    played,
    /** Props of its element. */
    slider: {
      ref,
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': Math.floor(duration),
      'aria-valuenow': Math.floor(displayed),
      'aria-valuetext': `${formatSpokenDuration(displayed)} of ${formatSpokenDuration(duration)}`,
      style: played > 0 ? ({ '--played': `${played}%` } as CSSProperties) : undefined,
    },
  } as const
}
