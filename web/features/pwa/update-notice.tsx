import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { serviceWorkerPath } from '#contract/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/**
 * Milliseconds until the first installation, which stores all files of the app: the first click is not slowed down by it,
 * and who leaves at once does not pay for it.
 */
const installAfter = 5_000

/** Registers the service worker, and says when it has a new version of the site, below the open menu. Other notices go under it. */
export function UpdateNotice({ children }: { children: ReactNode }) {
  const [update, setUpdate] = useState<{ reload: () => void } | null>(null)
  useEffect(() => {
    // Without HTTPS there are no service workers; Vite's development server has none.
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    const register = () =>
      registerServiceWorker((reload) => setUpdate({ reload })).catch(console.warn)
    const timer = setTimeout(register, navigator.serviceWorker.controller ? 0 : installAfter)
    return () => clearTimeout(timer)
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

/** How often a tab that stays open looks for a new version, in milliseconds. */
const updateInterval = 60 * 60 * 1000

/** How long 'reload' waits for the new version to control the tab, in milliseconds. */
const activationTimeout = 2000

/**
 * Registers the service worker. `onUpdate` is called when a new version waits, with a function that activates it and
 * reloads. Otherwise it is activated when all tabs are closed: it must not control tabs of an older version unless the
 * user has agreed.
 */
async function registerServiceWorker(onUpdate: (reload: () => void) => void) {
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox(serviceWorkerPath)
  let registration: ServiceWorkerRegistration | undefined
  worker.addEventListener('waiting', () => onUpdate(reload))
  // A notification was clicked.
  worker.addEventListener('message', ({ data }) => data.open && navigate(data.open))
  registration = await worker.register()
  setInterval(() => void worker.update().catch(() => {}), updateInterval)

  function reload() {
    // Another tab may have activated the new version already.
    if (!registration?.waiting) return location.reload()
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    })
    // While the old version has a request in flight, Chromium delays the new one by up to five minutes. The page need
    // not wait: it comes from the network, and its files are stored already.
    setTimeout(() => location.reload(), activationTimeout)
    worker.messageSkipWaiting()
  }
}
