import type { CurrentUser } from '#contract/auth.ts'
import type { Page } from '#web/api/page.ts'
import { Tabs, useTabParam } from '#web/ui/tabs.tsx'
import { AdminGate } from './admin-gate.tsx'
import { AdminHeader, dashboardTabs, ModerationLinks } from './admin-layout.tsx'
import { AnalyticsTab } from './analytics/analytics-tab.tsx'
import { ContentTab } from './content-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { UsersTab } from './users-tab.tsx'

export const page: Page = { component: AdminPage }

export function AdminPage() {
  return <AdminGate title="CMS">{(user) => <Dashboard user={user} />}</AdminGate>
}

function Dashboard({ user }: { user: CurrentUser }) {
  const [tab, selectTab] = useTabParam(dashboardTabs, { replace: false })
  return (
    <div className="page-width pb-section">
      <AdminHeader title="CMS" text="Content Management System - Administrator Dashboard" />
      <Tabs
        label="Dashboard"
        tabs={dashboardTabs}
        selected={tab}
        onSelect={selectTab}
        links={<ModerationLinks />}
      >
        {tab === 'content' && <ContentTab />}
        {tab === 'users' && <UsersTab ownId={user.id} />}
        {tab === 'analytics' && <AnalyticsTab />}
        {tab === 'settings' && <SettingsTab />}
      </Tabs>
    </div>
  )
}
