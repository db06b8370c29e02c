import { displayName } from '#contract/display-name.ts'
import { reasonLabels } from '#contract/report-reasons.ts'
import type { ReportedItem } from '#contract/reports.ts'
import { artworkSrcSet, artworkUrl, coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { formatRelativeDate, pluralize } from '#web/lib/format.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

type ReportRowProps = { item: ReportedItem; isSelected: boolean; onSelect: () => void }

/** An item of the list beside the case. */
export function ReportRow({ item, isSelected, onSelect }: ReportRowProps) {
  const { track, playlist, comment, user, reportCount, reports, reportedAt } = item
  const reason = reports[0] && reasonLabels[reports[0].reason]
  return (
    <li className="first:[&>button]:rounded-t-panel last:[&>button]:rounded-b-panel">
      <button
        type="button"
        aria-current={isSelected}
        onClick={onSelect}
        className="grid w-full grid-cols-[44px_minmax(0,1fr)] items-start gap-3.5 border-l-3 border-transparent px-4 py-3.5 text-left -outline-offset-2 hover:bg-raised aria-[current=true]:border-primary aria-[current=true]:bg-raised"
      >
        {track ? (
          <Artwork src={artworkUrl(track, 96)} srcSet={artworkSrcSet(track)} sizes="44px" />
        ) : playlist ? (
          <Artwork src={coverUrl(playlist, 96)} srcSet={coverSrcSet(playlist)} sizes="44px" />
        ) : (
          <Avatar user={user} />
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 leading-row font-semibold wrap-anywhere">
            {(track ?? playlist)?.title ?? comment?.text ?? displayName(user)}
          </span>
          <span className="truncate text-sm text-muted">
            {reportCount === 1 ? reason : pluralize(reportCount, 'report')} ·{' '}
            <time dateTime={reportedAt}>{formatRelativeDate(reportedAt)}</time>
          </span>
        </span>
      </button>
    </li>
  )
}
