import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { type ReportState, reportsQuery } from '#web/api/reports.ts'
import { ListError, LoadMore } from '#web/components/load-more.tsx'
import { paths } from '#web/lib/paths.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { AdminGate } from '../admin-gate.tsx'
import { ReportCard } from './report-card.tsx'

const states: Record<ReportState, string> = { open: 'Open', decided: 'Decided' }
const empty: Record<ReportState, string> = {
  open: 'Nothing to decide. New reports appear here.',
  decided: 'No decisions yet.',
}

/** Reported tracks, playlists and users, and what was decided. */
export function ReportsPage() {
  return <AdminGate title="Reports">{() => <Queue />}</AdminGate>
}

export function Queue() {
  const [state, setState] = useState<ReportState>('open')
  const list = useInfiniteQuery(reportsQuery(state))
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <div className="page-width pb-section">
      <header className="flex flex-wrap items-end justify-between gap-5 pt-7 pb-7 tablet:pt-12">
        <div>
          <Link href={paths.admin} className="text-sm text-muted hover:text-text hover:underline">
            Dashboard
          </Link>
          <h1 className="mt-2 font-display text-5xl leading-[0.96] font-extrabold tracking-display">
            Reports
          </h1>
        </div>
        <SegmentedControl label="State" options={states} value={state} onChange={setState} />
      </header>
      {list.isPending && (
        <p role="status" className="text-muted">
          Loading...
        </p>
      )}
      {list.isError && !items && <ListError what="Reports" onRetry={() => void list.refetch()} />}
      {items?.length === 0 && (
        <p className="rounded-panel border border-line bg-surface px-5 py-14 text-center text-muted">
          {empty[state]}
        </p>
      )}
      <ul tabIndex={-1} className="grid gap-5 outline-none">
        {items?.map((item) => (
          <li key={item.id}>
            <ReportCard item={item} />
          </li>
        ))}
      </ul>
      <LoadMore query={list} />
    </div>
  )
}
