import { Workbox } from 'workbox-window'

/** How often a tab that stays open looks for a new version, in milliseconds. */
const updateInterval = 60 * 60 * 1000

/**
 * Registers the service worker. `onUpdate` is called when a new version waits, with what loads it: it would take over
 * by itself only when all tabs are closed, because tabs of different versions must not share one worker unasked.
 */
export async function registerServiceWorker(onUpdate: (reload: () => void) => void) {
  const worker = new Workbox('/service-worker.js')
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
    worker.messageSkipWaiting()
  }
}
