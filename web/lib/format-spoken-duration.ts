import { formatDuration } from '#contract/format-duration.ts'
import { pluralize } from './format.ts'

/** For screen readers: "1 minute 58 seconds". */
export function formatSpokenDuration(seconds: number): string {
  const parts = formatDuration(seconds).split(':').map(Number)
  const units = ['hour', 'minute', 'second'].slice(-parts.length)
  return parts
    .map((part, index) =>
      part || index === parts.length - 1 ? pluralize(part, units[index] ?? '') : '',
    )
    .filter(Boolean)
    .join(' ')
}
