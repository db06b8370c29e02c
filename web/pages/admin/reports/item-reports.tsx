import { useInfiniteQuery } from '@tanstack/react-query'
import { reasonLabels } from '#contract/report-reasons.ts'
import type { ReportedItem } from '#contract/reports.ts'
import { reportsOfItemQuery } from '#web/api/reports.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { formatNumber, formatRelativeDate, pluralize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { Badge } from '../badge.tsx'
import { UserLink } from '../user-link.tsx'

/** All reports of an item, newest first. Earlier ones load by button only: the next item follows below. */
export function ItemReports({ item }: { item: ReportedItem }) {
  const list = useInfiniteQuery(reportsOfItemQuery(item))
  const { pages } = list.data
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <div className="mt-4">
      <PagedList pages={pages} className="divide-y divide-line border-t border-line">
        {({ id, reason, text, at, reporter }) => (
          <li key={id} className="grid gap-1 py-3.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <Badge tone="primary">{reasonLabels[reason]}</Badge>
              <span>
                <UserLink user={reporter} /> · <time dateTime={at}>{formatRelativeDate(at)}</time>
              </span>
            </p>
            {text && <p className="max-w-[70ch] wrap-anywhere whitespace-pre-line">{text}</p>}
          </li>
        )}
      </PagedList>
      {list.hasNextPage && !list.isFetchNextPageError && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 text-sm text-muted">
          {formatNumber(loaded)} of {pluralize(item.reportCount, 'report')}
          <Button
            size="small"
            isPending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </p>
      )}
      {list.isFetchNextPageError && (
        <ListError what="More" onRetry={() => void list.fetchNextPage()} />
      )}
    </div>
  )
}
