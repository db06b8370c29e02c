import { Workbox } from 'workbox-window'
import { serviceWorkerPath } from '#contract/paths.ts'

/** How often a tab that stays open looks for a new version, in milliseconds. */
const updateInterval = 60 * 60 * 1000

/** How long 'reload' waits for the new version to control the tab, in milliseconds. */
const activationTimeout = 2000

/**
 * Registers the service worker. `onUpdate` is called when a new version waits, with a function that activates it and
 * reloads. Otherwise it is activated when all tabs are closed: it must not control tabs of an older version unless the
 * user has agreed.
 */
export async function registerServiceWorker(onUpdate: (reload: () => void) => void) {
  const worker = new Workbox(serviceWorkerPath)
  let registration: ServiceWorkerRegistration | undefined
  worker.addEventListener('waiting', () => onUpdate(reload))
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
