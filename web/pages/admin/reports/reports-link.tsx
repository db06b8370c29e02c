import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { openReportsQuery } from '#web/api/reports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Links to the reports, with the number of items that have open ones. */
export function ReportsLink() {
  const { data } = useQuery(openReportsQuery)
  return (
    <Link href={paths.reports} className={buttonClass('secondary')}>
      <Flag aria-hidden="true" />
      Reports
      {data !== undefined && data.open > 0 && (
        <span className="ml-1 rounded-full bg-primary-soft px-2.5 py-1 text-xs text-primary-text tabular-nums">
          {formatNumber(data.open)}
          <span className="sr-only"> open</span>
        </span>
      )}
    </Link>
  )
}
