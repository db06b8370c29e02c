import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { exportQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { SettingsSection } from './settings-section.tsx'

const loadDelete = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog

export function DataSection({ account }: { account: Account }) {
  const { Component, open, close } = useLazyComponent(loadDelete)
  return (
    <SettingsSection title="Your data">
      <Download />
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

/** An archive that is made in the background. */
function Download() {
  const queryClient = useQueryClient()
  const { data } = useQuery(exportQuery)
  const start = useMutation({
    mutationFn: () => request(routes.requestExport),
    onSuccess: (started) => queryClient.setQueryData(exportQuery.queryKey, started),
  })
  const isPending = data?.state === 'pending'
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        An archive of your profile, tracks, playlists, likes, follows and history, with all audio
        and artwork.
      </p>
      {isPending && (
        <p role="status" className="tabular-nums">
          Preparing your archive… {Math.round(data.progress * 100)}%
        </p>
      )}
      {data?.url && (
        <p className="flex flex-wrap gap-x-3 gap-y-1">
          {/* Not `download`: a link that has expired leads to a page that says so. */}
          <a
            href={data.url}
            className="rounded-art text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            Save archive
          </a>
          <span className="text-muted">
            The link works for 24 hours, for you only
            {data.expiresAt && `, until ${new Date(data.expiresAt).toLocaleString()}`}.
          </span>
        </p>
      )}
      <Button
        className="justify-self-start"
        isPending={isPending || start.isPending}
        onClick={() => start.mutate()}
      >
        Download your data
      </Button>
    </div>
  )
}
