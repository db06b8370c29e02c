import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#web/api/page.ts'
import { type ReportState, reportsQuery } from '#web/api/reports.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { useMediaQuery } from '#web/lib/use-browser-state.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { AdminGate } from '../admin-gate.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList } from '../admin-list.tsx'
import { ReportCase } from './report-case.tsx'
import { ReportRow } from './report-row.tsx'

const states: Record<ReportState, string> = { open: 'Open', decided: 'Decided' }
const empty: Record<ReportState, { title: string; text: string }> = {
  open: { title: 'Nothing to decide', text: 'New reports appear here.' },
  decided: { title: 'No decisions yet', text: 'What you decide appears here, and can be undone.' },
}

export const page: Page = { component: ReportsPage }

/** Reported tracks, playlists and users, and what was decided. */
export function ReportsPage() {
  return <AdminGate title="Reports">{() => <Queue />}</AdminGate>
}

/** On wide screens the list is at the left and the selected case at the right; otherwise all cases below each other. */
export function Queue() {
  const [state, setState] = useState<ReportState>('open')
  const list = useInfiniteQuery(reportsQuery(state))
  const [selectedId, select] = useState<string>()
  const isWide = useMediaQuery('(min-width: 64rem)')
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === selectedId),
  )
  const selected = items[at]
  const props = { label: 'Reports', list, empty: <TabEmpty {...empty[state]} /> }
  return (
    <AdminLayout
      title="Reports"
      text="What people have reported, and what was decided."
      above={<SegmentedControl label="State" options={states} value={state} onChange={setState} />}
    >
      {isWide && selected ? (
        <div className="grid grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] items-start gap-6">
          <AdminList {...props} variant="rows">
            {(item) => (
              <ReportRow
                key={item.id}
                item={item}
                isSelected={item === selected}
                onSelect={() => select(item.id)}
              />
            )}
          </AdminList>
          {/* The next case is here when the one that had the focus is decided. */}
          <section
            aria-label="Selected report"
            tabIndex={-1}
            className="sticky top-24 max-h-[calc(100dvh-7rem-var(--above-player))] overflow-y-auto rounded-panel outline-none"
          >
            <ReportCase
              key={selected.id}
              item={selected}
              withKeys
              onDecided={() => select((items[at + 1] ?? items[at - 1])?.id)}
            />
          </section>
        </div>
      ) : (
        <AdminList {...props} variant="cards">
          {(item) => (
            <li key={item.id}>
              <ReportCase item={item} />
            </li>
          )}
        </AdminList>
      )}
    </AdminLayout>
  )
}
