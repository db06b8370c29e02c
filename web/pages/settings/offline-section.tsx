import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { totalBytes } from '#web/features/offline/offline-items.ts'
import type { OfflineStore } from '#web/features/offline/offline-store.ts'
import { useOfflineState, useRemoval } from '#web/features/offline/use-offline-store.ts'
import { pluralize } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SettingsRow } from './settings-section.tsx'

/** What is stored on this device. */
export function OfflineRow({ store }: { store: OfflineStore }) {
  const { items } = useOfflineState(store)
  const awaitRemoval = useRemoval()
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  if (!items) return null
  const count = items.tracks.length
  function removeAll() {
    setRemoving(true)
    const failureTitle = 'Not everything was removed from this device'
    void awaitRemoval(store.removeAll(), failureTitle).finally(() => {
      setRemoving(false)
      setAsking(false)
    })
  }
  const isEmpty = count === 0 && items.playlists.length === 0
  return (
    <SettingsRow
      title="Offline listening"
      value={
        <span role="status" className="tabular-nums">
          {isEmpty ? (
            'Nothing is stored on this device.'
          ) : (
            <>
              {pluralize(count, 'track')}, {formatBytes(totalBytes(items))} in all.{' '}
              <Link
                href={paths.libraryTab('offline')}
                className="rounded-art text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                Show
              </Link>
            </>
          )}
        </span>
      }
      text="Tracks and playlists that you made available offline are stored on this device, until you remove them or sign out."
      control={
        !isEmpty && (
          <Button className="justify-self-start" onClick={() => setAsking(true)}>
            Remove all
          </Button>
        )
      }
    >
      {isAsking && (
        <ConfirmDialog
          title="Remove all from this device"
          text="The tracks stay on this site and in your library."
          confirm="Remove all"
          pendingText="Removing..."
          isPending={isRemoving}
          onConfirm={removeAll}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsRow>
  )
}
