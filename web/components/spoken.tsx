import { formatDuration } from '#web/lib/format.ts'
import { formatSpokenDuration } from '#web/lib/format-spoken-duration.ts'

/** A time in a row of a list; screen readers hear its units. */
export const Duration = ({ seconds }: { seconds: number | null }) =>
  seconds !== null && (
    <>
      <span aria-hidden="true">{formatDuration(seconds)}</span>
      <span className="sr-only">{formatSpokenDuration(seconds)}</span>
    </>
  )
