import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { exportQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { SettingsRow } from './settings-section.tsx'

const loadDelete = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog

/** Apart from the settings: what cannot be undone. */
export function DeleteAccount({ account }: { account: Account }) {
  const { Component, open, close } = useLazyComponent(loadDelete)
  return (
    <section
      aria-labelledby="delete-account"
      className="grid items-center gap-x-6 gap-y-4 rounded-panel border border-danger-text/50 px-5 py-5 tablet:grid-cols-[minmax(0,1fr)_auto] tablet:px-7"
    >
      <div>
        <h2 id="delete-account" className="font-semibold">
          Delete account
        </h2>
        <p className="text-muted">
          Deleting your account removes your profile, tracks and playlists for good.
        </p>
      </div>
      <Button tone="danger" className="justify-self-start" onClick={open}>
        Delete account
      </Button>
      {Component && <Component account={account} onClose={close} />}
    </section>
  )
}

/** An archive that is made in the background. */
export function DownloadRow() {
  const queryClient = useQueryClient()
  const { data } = useQuery(exportQuery)
  const start = useMutation({
    mutationFn: () => request(routes.requestExport),
    onSuccess: (started) => queryClient.setQueryData(exportQuery.queryKey, started),
  })
  const isPending = data?.state === 'pending'
  return (
    <SettingsRow
      title="Your data"
      text="An archive of your profile, tracks, playlists, likes, follows and history, with all audio and artwork."
      control={
        <Button
          className="justify-self-start"
          isPending={isPending || start.isPending}
          onClick={() => start.mutate()}
        >
          Download your data
        </Button>
      }
    >
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
    </SettingsRow>
  )
}
