import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/api/account.ts'
import type { Page } from '#web/api/page.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { OfflineSection } from './offline-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsSection } from './settings-section.tsx'

export const page: Page = { component: SettingsPage }

/** The route admits signed-in users only. */
export function SettingsPage() {
  usePageTitle('Settings')
  const { data: account, isError, isPaused, refetch } = useQuery(accountQuery)
  if (!account && (isError || isPaused))
    return (
      <>
        <ErrorState
          title="Something went wrong"
          text="We couldn't load your settings. Please try again."
          onRetry={() => void refetch()}
        />
        {/* Needs no network. */}
        <div className="page-width pb-section">
          <OfflineSection />
        </div>
      </>
    )
  return (
    <div className="page-width pb-section">
      <h1 className="pt-7 pb-7 font-display text-5xl leading-tight font-extrabold tracking-display tablet:pt-12">
        Settings
      </h1>
      {account ? (
        <div className="grid gap-5.5">
          {account.hasPassword && <EmailSection account={account} />}
          {account.hasPassword && <PasswordSection account={account} />}
          {account.hasPassword && <PasskeysSection />}
          {account.providerUrl && <ProviderSection url={account.providerUrl} />}
          <SessionsSection />
          <OfflineSection />
          <DataSection account={account} />
        </div>
      ) : (
        <SettingsSkeleton />
      )}
    </div>
  )
}

/** Email and password are those of the external identity provider. */
function ProviderSection({ url }: { url: string }) {
  return (
    <SettingsSection title="Sign-in" text="You sign in with another service.">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass('secondary')} justify-self-start`}
      >
        Manage email and password
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </SettingsSection>
  )
}

function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5.5">
      {[0, 1, 2].map((index) => (
        <span key={index} className="shimmer h-60 rounded-panel" />
      ))}
    </div>
  )
}
