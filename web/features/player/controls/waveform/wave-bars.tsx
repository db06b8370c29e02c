import { memo, type ReactNode, useId, useMemo, useState } from 'react'
import { barsFromLevels, wavePath } from '#brand/waveform.ts'
import { getWaveformBars } from '../../engine/waveform-bars.ts'

type WaveBarsProps = {
  trackId: string
  /** From 0 to 1, as analyzed; until they are known, the bars are derived from the id. */
  levels?: readonly number[] | null | undefined
}

export const WaveBars = memo(function WaveBars({ trackId, levels }: WaveBarsProps) {
  const [analyzedAtFirst] = useState(Boolean(levels))
  if (!levels) return <Bars bars={getWaveformBars(trackId)} />
  return (
    <>
      {!analyzedAtFirst && (
        <div className="wave-fade-out">
          <Bars bars={getWaveformBars(trackId)} />
        </div>
      )}
      <div className={analyzedAtFirst ? undefined : 'wave-fade-in'}>
        <Bars bars={barsFromLevels(levels)} />
      </div>
    </>
  )
})

/**
 * Two layers: the bars, and above them a copy in the color of what has played, clipped at `--played`. The stroke width
 * follows the container's width.
 */
function Bars({ bars }: { bars: readonly number[] }) {
  const path = useMemo(() => wavePath(bars), [bars])
  const gradient = useId()
  return (
    <>
      <Layer>
        <path
          d={path}
          className="stroke-wave-rest transition-[stroke] mouse:group-hover/wave:stroke-wave-hover"
        />
      </Layer>
      <Layer className="[clip-path:inset(-10px_calc(100%-var(--played,0%))_-10px_-10px)]">
        <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="100">
          <stop className="[stop-color:var(--color-wave-to)]" />
          <stop offset=".5" className="[stop-color:var(--color-wave-from)]" />
          <stop offset="1" className="[stop-color:var(--color-wave-to)]" />
        </linearGradient>
        <path d={path} stroke={`url(#${gradient})`} />
      </Layer>
    </>
  )
}

function Layer({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`pointer-events-none absolute inset-0 size-full overflow-visible [&>path]:fill-none [&>path]:[stroke-linecap:round] [&>path]:[stroke-width:max(1.15px,0.255cqw)] [&>path]:[vector-effect:non-scaling-stroke] ${className}`}
    >
      {children}
    </svg>
  )
}
