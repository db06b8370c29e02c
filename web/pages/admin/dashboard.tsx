import { useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { userDraft } from '#web/features/admin/edit-draft.ts'
import { readDraft } from '#web/ui/form-draft.ts'
import { Tabs } from '#web/ui/tabs.tsx'
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

type TabName = (typeof tabs)[number]['name']

/** Back from signing in again, where the person was. */
const firstTab = (): TabName => (readDraft(userDraft) ? 'users' : 'content')

export function Dashboard({ user }: { user: CurrentUser }) {
  const [chosen, setChosen] = useState(firstTab)
  return (
    <div className="page-width pb-section">
      <header className="pt-7 pb-7 tablet:pt-12">
        <h1 className="font-display text-5xl leading-[0.96] font-extrabold tracking-display">
          CMS
        </h1>
        <p className="mt-2.5 text-muted tablet:text-lg">
          Content Management System - Administrator Dashboard
        </p>
      </header>
      <Tabs label="Dashboard" tabs={tabs} chosen={chosen} onChoose={setChosen}>
        {chosen === 'content' && <ContentTab />}
        {chosen === 'users' && <UsersTab ownId={user.id} />}
        {chosen === 'analytics' && <AnalyticsTab />}
        {chosen === 'settings' && <SettingsTab />}
      </Tabs>
    </div>
  )
}
