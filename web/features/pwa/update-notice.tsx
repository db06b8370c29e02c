import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { onIdle } from '#web/lib/use-idle.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { registerServiceWorker } from './service-worker.ts'

/** Registers the service worker, and says when it has a new version of the site, below the open menu. Other notices go under it. */
export function UpdateNotice({ children }: { children: ReactNode }) {
  const [update, setUpdate] = useState<{ reload: () => void } | null>(null)
  useEffect(() => {
    // Without HTTPS there are no service workers; Vite's development server has none.
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    return onIdle(() => {
      registerServiceWorker((reload) => setUpdate({ reload })).catch((error: unknown) =>
        console.warn(error),
      )
    })
  }, [])
  return (
    <div className="pointer-events-none fixed inset-x-0 top-18 z-[calc(var(--z-nav)-1)] grid justify-items-center gap-2 nav:top-22">
      <div role="status">
        {update && <Notice reload={update.reload} onDismiss={() => setUpdate(null)} />}
      </div>
      {children}
    </div>
  )
}

function Notice({ reload, onDismiss }: { reload: () => void; onDismiss: () => void }) {
  return (
    <div className="pointer-events-auto flex items-center rounded-full border border-line bg-overlay pl-4.5 text-md shadow-(--shadow-float)">
      New version:{' '}
      <button
        type="button"
        onClick={reload}
        className="min-h-11 rounded-full px-1.5 font-semibold text-primary-text underline underline-offset-4"
      >
        reload
      </button>
      <IconButton label="Dismiss" onClick={onDismiss} className="mr-0.5">
        <X />
      </IconButton>
    </div>
  )
}
