import type { CSSProperties } from 'react'
import { formatDuration } from '#web/lib/format.ts'

type HoverTimeProps = { seconds: number; duration: number; className: string }

/** The time under the pointer, in a label that stays within the slider. */
export function HoverTime({ seconds, duration, className }: HoverTimeProps) {
  const share = duration > 0 ? seconds / duration : 0
  return (
    <span
      aria-hidden="true"
      style={{ '--at': `${share * 100}%` } as CSSProperties}
      className={`pointer-events-none absolute left-[clamp(1.5rem,var(--at),100%-1.5rem)] -translate-x-1/2 rounded-art-lg bg-raised px-2.25 py-1.25 text-sm leading-heading font-semibold text-text tabular-nums shadow-(--shadow-float) ${className}`}
    >
      {formatDuration(seconds)}
    </span>
  )
}
