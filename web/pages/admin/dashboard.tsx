import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { AnalyticsTab } from './analytics/analytics-tab.tsx'
import { ContentTab } from './content-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { UsersTab } from './users-tab.tsx'

export function Dashboard({ user }: { user: CurrentUser }) {
  return (
    <div className="page-width pb-section">
      <header className="pt-7 tablet:pt-12">
        <h1 className="font-display text-5xl leading-[0.96] font-extrabold tracking-display">
          CMS
        </h1>
        <p className="mt-2.5 text-muted tablet:text-lg">
          Content Management System - Administrator Dashboard
        </p>
      </header>
      <Tabs.Root defaultValue="content" className="mt-7">
        <Tabs.List
          aria-label="Dashboard"
          className="-mx-gutter flex gap-0.5 overflow-x-auto border-b border-line px-gutter [scrollbar-width:none] tablet:mx-0 tablet:gap-2 tablet:px-0"
        >
          <Tab value="content">Content</Tab>
          <Tab value="users">Users</Tab>
          <Tab value="analytics">Analytics</Tab>
          <Tab value="settings">Settings</Tab>
        </Tabs.List>
        <Panel value="content">
          <ContentTab />
        </Panel>
        <Panel value="users">
          <UsersTab ownId={user.id} />
        </Panel>
        <Panel value="analytics">
          <AnalyticsTab />
        </Panel>
        <Panel value="settings">
          <SettingsTab />
        </Panel>
      </Tabs.Root>
    </div>
  )
}

type PartProps = { value: string; children: ReactNode }

function Tab({ value, children }: PartProps) {
  return (
    <Tabs.Trigger
      value={value}
      className="relative rounded-t-[10px] px-3 pt-3 pb-3.5 text-md font-semibold whitespace-nowrap text-muted first:-ml-3 hover:text-text focus-visible:-outline-offset-3 data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:-bottom-px data-[state=active]:after:h-1 data-[state=active]:after:rounded-t-[2px] data-[state=active]:after:bg-varnish light:data-[state=active]:after:bg-varnish-lo tablet:px-3.5 tablet:pt-3.5 tablet:pb-4 tablet:text-base tablet:first:-ml-3.5 tablet:data-[state=active]:after:inset-x-3.5"
    >
      {children}
    </Tabs.Trigger>
  )
}

/** Read anew whenever it is opened. */
function Panel({ value, children }: PartProps) {
  return (
    <Tabs.Content value={value} className="rounded-panel focus-visible:outline-offset-6">
      {children}
    </Tabs.Content>
  )
}
