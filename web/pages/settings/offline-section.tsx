import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { totalBytes } from '#web/features/offline/offline-items.ts'
import type { OfflineStore } from '#web/features/offline/offline-store.ts'
import {
  useOfflineState,
  useOfflineStore,
  useRemoval,
} from '#web/features/offline/use-offline-store.ts'
import { formatBytes, pluralize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from './settings-section.tsx'

/** What is stored on this device. */
export function OfflineSection() {
  const store = useOfflineStore()
  return store ? <Section store={store} /> : null
}

function Section({ store }: { store: OfflineStore }) {
  const { items } = useOfflineState(store)
  const awaitRemoval = useRemoval()
  const [isRemoving, setRemoving] = useState(false)
  if (!items) return null
  const count = items.tracks.length
  function removeAll() {
    setRemoving(true)
    const failureTitle = 'Not everything was removed from this device'
    void awaitRemoval(store.removeAll(), failureTitle).finally(() => setRemoving(false))
  }
  const isEmpty = count === 0 && items.playlists.length === 0
  return (
    <SettingsSection
      title="Offline listening"
      text="Tracks and playlists that you made available offline are stored on this device, until you remove them or sign out."
    >
      <p role="status" className="tabular-nums">
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
      </p>
      {!isEmpty && (
        <Button className="justify-self-start" isPending={isRemoving} onClick={removeAll}>
          {isRemoving ? 'Removing...' : 'Remove all'}
        </Button>
      )}
    </SettingsSection>
  )
}
