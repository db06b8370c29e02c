import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#contract/account.ts'
import { accountQuery } from '#web/api/account.ts'
import type { Page } from '#web/api/page.ts'
import { KeepHistorySwitch } from '#web/components/keep-history-switch.tsx'
import { useOfflineStore } from '#web/features/offline/use-offline-store.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { AppPasswordsRow } from './apps-section.tsx'
import { BlocksRow } from './blocks-section.tsx'
import { CreditsRow } from './credits-section.tsx'
import { DeleteAccount, DownloadRow } from './data-section.tsx'
import { EmailRow } from './email-section.tsx'
import { HideCountsSwitch } from './hide-counts-switch.tsx'
import { NotificationRows } from './notifications-section.tsx'
import { OfflineRow } from './offline-section.tsx'
import { PasskeysRow } from './passkeys-section.tsx'
import { PasswordRow } from './password-section.tsx'
import { PlaybackRows } from './playback-section.tsx'
import { ScrobblingRows } from './scrobbling-section.tsx'
import { SessionsRow } from './sessions-section.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { type SectionName, SettingsRow, SettingsSection, SwitchRow } from './settings-section.tsx'
import { ApiTokensRow } from './tokens-section.tsx'
import { UsernameRow } from './username-section.tsx'

export const page: Page = { component: SettingsPage }

/** The route admits signed-in users only. */
export function SettingsPage() {
  usePageTitle('Settings')
  const { data: account, isError, isPaused, refetch } = useQuery(accountQuery)
  const isOffline = !account && (isError || isPaused)
  const stored = useStoredSections()
  if (isOffline)
    return (
      <>
        <ErrorState
          title="Something went wrong"
          text="We couldn't load your settings. Please try again."
          onRetry={() => void refetch()}
        />
        <div className="page-width pb-section">
          <Sections sections={stored} />
        </div>
      </>
    )
  return (
    <div className="page-width pb-section">
      <h1 className="pt-7 pb-4 font-display text-5xl leading-tight font-extrabold tracking-display tablet:pt-12 nav:pb-9">
        Settings
      </h1>
      {account ? <Settings account={account} stored={stored} /> : <SettingsSkeleton />}
    </div>
  )
}

type Sections = Partial<Record<SectionName, ReactNode>>

/** The sections about this device, which need no network. */
function useStoredSections(): Sections {
  const offline = useOfflineStore()
  return { playback: <PlaybackRows />, ...(offline && { offline: <OfflineRow store={offline} /> }) }
}

/** All sections; a section without rows is left out. */
function Settings({ account, stored }: { account: Account; stored: Sections }) {
  const sections: Sections = {
    account: (
      <>
        <UsernameRow account={account} />
        {account.hasPassword && <EmailRow account={account} />}
        {account.providerUrl && <ProviderRow url={account.providerUrl} />}
      </>
    ),
    security: (
      <>
        {account.hasPassword && <PasswordRow account={account} />}
        {account.hasPassword && <PasskeysRow />}
        <SessionsRow />
      </>
    ),
    playback: stored.playback,
    privacy: (
      <>
        <SwitchRow>
          <KeepHistorySwitch text="Tracks that you have heard are in your library. Only you can see them." />
        </SwitchRow>
        <BlocksRow />
        <CreditsRow />
        <SwitchRow>
          <HideCountsSwitch />
        </SwitchRow>
      </>
    ),
    notifications: <NotificationRows />,
    apps: (
      <>
        <AppPasswordsRow account={account} />
        <ApiTokensRow />
      </>
    ),
    scrobbling: <ScrobblingRows />,
    offline: stored.offline,
    data: <DownloadRow />,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-7 nav:grid-cols-[13rem_minmax(0,1fr)]">
      <SettingsNav sections={namesOf(sections)} />
      <div className="max-w-210">
        <Sections sections={sections} />
        <div className="mt-section">
          <DeleteAccount account={account} />
        </div>
      </div>
    </div>
  )
}

function Sections({ sections }: { sections: Sections }) {
  return (
    <div className="grid gap-11">
      {namesOf(sections).map((name) => (
        <SettingsSection key={name} name={name}>
          {sections[name]}
        </SettingsSection>
      ))}
    </div>
  )
}

const namesOf = (sections: Sections) =>
  (Object.keys(sections) as SectionName[]).filter((name) => sections[name])

/** Email and password are those of the external identity provider. */
function ProviderRow({ url }: { url: string }) {
  return (
    <SettingsRow
      title="Sign-in"
      text="You sign in with another service."
      control={
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('secondary')} justify-self-start`}
        >
          Manage email and password
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      }
    />
  )
}

function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5.5 nav:pl-66">
      {[0, 1, 2].map((index) => (
        <span key={index} className="shimmer h-60 max-w-210 rounded-panel" />
      ))}
    </div>
  )
}
