import type { Track } from '#contract/tracks.ts'
import { artistName } from '#web/lib/artist-name.ts'
import { formatRelativeDate, genreLabel } from '#web/lib/format.ts'
import { PrivacyLabel } from '#web/ui/privacy-label.tsx'

/** The line under a title: who, what kind, and how long ago. */
export function TrackMeta({ track }: { track: Track }) {
  return (
    <p className="mt-0.75 flex min-w-0 gap-x-2.5 text-sm text-muted max-tablet:flex-wrap">
      <span className="tablet:truncate">
        {artistName(track)} · {genreLabel(track.genre || 'Music')} ·{' '}
        <time dateTime={track.createdAt}>{formatRelativeDate(track.createdAt)}</time>
      </span>
      <PrivacyLabel privacy={track.privacy} />
    </p>
  )
}
