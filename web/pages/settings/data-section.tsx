import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Account } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { exportQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { formatDateTime, formatPercent } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { SettingsRow } from './settings-section.tsx'

const loadDelete = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog

/** Apart from the settings: what cannot be undone. */
export function DeleteAccount({ account }: { account: Account }) {
  const openDialog = useOpenDialog()
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
      <Button
        tone="danger"
        className="justify-self-start"
        onClick={() => openDialog(loadDelete, { account })}
      >
        Delete account
      </Button>
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
  const isPending = data?.state === 'pending' || start.isPending
  const url = isPending ? null : data?.url
  const wasUsed = useRef(false)
  function prepare() {
    wasUsed.current = true
    start.mutate()
  }
  // What had the focus is replaced: by the progress, then by the link.
  const keepFocus = useCallback((control: HTMLElement | null) => {
    if (!wasUsed.current || document.activeElement !== document.body) return
    control?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [])
  const progress = `Preparing ${formatPercent(data?.progress ?? 0)}`
  return (
    <SettingsRow
      title="Download your data"
      text="An archive of all that is stored about you, with all audio and artwork."
      control={
        <span key={url ? 'link' : 'button'} ref={keepFocus}>
          {url ? (
            // Not `download`: a link that has expired leads to a page that says so.
            <a href={url} className={buttonClass('secondary')}>
              Download{data?.bytes ? ` (${formatBytes(data.bytes)})` : ''}
            </a>
          ) : (
            <Button className="tabular-nums" isPending={isPending} onClick={prepare}>
              {isPending ? progress : 'Prepare'}
            </Button>
          )}
        </span>
      }
    >
      <span role="status" className="sr-only">
        {isPending ? 'Preparing your archive' : url && 'Your archive is ready'}
      </span>
      {url && (
        <p className="flex flex-wrap items-center gap-x-6 text-sm text-muted">
          The link works for you only
          {data?.expiresAt && `, until ${formatDateTime(data.expiresAt)}`}.
          <Button tone="ghost" size="small" className="-ml-3.5" onClick={prepare}>
            Prepare again
          </Button>
        </p>
      )}
    </SettingsRow>
  )
}
