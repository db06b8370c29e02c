import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#web/api/page.ts'
import { type ReportState, reportsQuery } from '#web/api/reports.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { AdminGate } from '../admin-gate.tsx'
import { AdminList } from '../admin-list.tsx'
import { ReportCard } from './report-card.tsx'

const states: Record<ReportState, string> = { open: 'Open', decided: 'Decided' }
const empty: Record<ReportState, string> = {
  open: 'Nothing to decide. New reports appear here.',
  decided: 'No decisions yet.',
}

export const page: Page = { component: ReportsPage }

/** Reported tracks, playlists and users, and what was decided. */
export function ReportsPage() {
  return <AdminGate title="Reports">{() => <Queue />}</AdminGate>
}

export function Queue() {
  const [state, setState] = useState<ReportState>('open')
  const list = useInfiniteQuery(reportsQuery(state))
  return (
    <AdminList
      title="Reports"
      label="Reports"
      empty={empty[state]}
      list={list}
      variant="cards"
      aside={<SegmentedControl label="State" options={states} value={state} onChange={setState} />}
    >
      {(item) => (
        <li key={item.id}>
          <ReportCard item={item} />
        </li>
      )}
    </AdminList>
  )
}
