import type { Account } from '#contract/account.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { SettingsSection } from './settings-section.tsx'

const loadDelete = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog

export function DataSection({ account }: { account: Account }) {
  const { Component, open, close } = useLazyComponent(loadDelete)
  return (
    <SettingsSection title="Your data">
      <div className="grid gap-3">
        <p className="text-muted">
          Deleting your account removes your profile, tracks and playlists for good.
        </p>
        <Button tone="danger" className="justify-self-start" onClick={open}>
          Delete account
        </Button>
      </div>
      {Component && <Component account={account} onClose={close} />}
    </SettingsSection>
  )
}
