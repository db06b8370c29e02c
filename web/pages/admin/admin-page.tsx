import { useQuery } from '@tanstack/react-query'
import { Flag, Mail, ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import type { Page } from '#web/api/page.ts'
import { openReportsQuery } from '#web/api/reports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Tabs, useTabParam } from '#web/ui/tabs.tsx'
import { AdminGate } from './admin-gate.tsx'
import { AnalyticsTab } from './analytics/analytics-tab.tsx'
import { ContentTab } from './content-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { UsersTab } from './users-tab.tsx'

const tabs = [
  { name: 'content', title: 'Content' },
  { name: 'users', title: 'Users' },
  { name: 'analytics', title: 'Analytics' },
  { name: 'settings', title: 'Settings' },
] as const

export const page: Page = { component: AdminPage }

export function AdminPage() {
  return <AdminGate title="CMS">{(user) => <Dashboard user={user} />}</AdminGate>
}

function Dashboard({ user }: { user: CurrentUser }) {
  const [tab, selectTab] = useTabParam(tabs, { replace: false })
  return (
    <div className="page-width pb-section">
      <header className="flex flex-wrap items-end justify-between gap-5 pt-7 pb-7 tablet:pt-12">
        <div>
          <h1 className="font-display text-5xl leading-tight font-extrabold tracking-display">
            CMS
          </h1>
          <p className="mt-2.5 text-muted tablet:text-lg">
            Content Management System - Administrator Dashboard
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ReportsLink />
          <Link href={paths.invites} className={buttonClass('secondary')}>
            <Mail aria-hidden="true" />
            Invites
          </Link>
          <Link href={paths.audit} className={buttonClass('secondary')}>
            <ScrollText aria-hidden="true" />
            Audit log
          </Link>
        </div>
      </header>
      <Tabs label="Dashboard" tabs={tabs} selected={tab} onSelect={selectTab}>
        {tab === 'content' && <ContentTab />}
        {tab === 'users' && <UsersTab ownId={user.id} />}
        {tab === 'analytics' && <AnalyticsTab />}
        {tab === 'settings' && <SettingsTab />}
      </Tabs>
    </div>
  )
}

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
