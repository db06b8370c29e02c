import { StoredItems } from '#web/components/stored-items.tsx'
import type { OfflineStore } from '#web/features/offline/offline-store.ts'
import { useOfflineState, useOfflineStore } from '#web/features/offline/use-offline-store.ts'
import { useConnectionBack } from '#web/lib/use-connection-back.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'

type OfflineHomeProps = { onRetry: () => void }

/** Instead of the sections when they cannot be loaded: what is stored on this device. */
export function OfflineHome({ onRetry }: OfflineHomeProps) {
  const store = useOfflineStore()
  return store ? <StoredHome store={store} onRetry={onRetry} /> : <Failed onRetry={onRetry} />
}

const Failed = ({ onRetry }: OfflineHomeProps) => (
  <ErrorState title="Tracks could not be loaded" onRetry={onRetry} />
)

function StoredHome({ store, onRetry }: OfflineHomeProps & { store: OfflineStore }) {
  const { items } = useOfflineState(store)
  if (!items) return null
  if (items.tracks.length === 0 && items.playlists.length === 0) return <Failed onRetry={onRetry} />
  return <StoredPage onRetry={onRetry} />
}

function StoredPage({ onRetry }: OfflineHomeProps) {
  useConnectionBack(onRetry)
  return (
    <div className="page-width pt-9 pb-section tablet:pt-12">
      <h1 className="font-display text-4xl leading-display font-extrabold tracking-display tablet:text-5xl">
        On this device
      </h1>
      <p className="mt-2 text-muted tablet:mt-3 tablet:text-lg">
        The rest will be here when the connection is back.
      </p>
      <StoredItems />
    </div>
  )
}
