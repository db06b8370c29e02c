import { classNames } from '#web/lib/class-names.ts'

type ProgressBarProps = {
  /** The accessible name. */
  label: string
  percent: number
  isDone?: boolean
}

export function ProgressBar({ label, percent, isDone }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      className="block h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-raised inset-ring inset-ring-line"
    >
      <span
        className={classNames(
          'block h-full origin-left rounded-full transition-transform',
          isDone ? 'bg-success' : 'bg-linear-90 from-wave-to to-wave-from',
        )}
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </span>
  )
}
