import type { PushMessage } from '#contract/push.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows notifications of the server, and opens what they are about. */
export function registerPush() {
  self.addEventListener('push', (event) => {
    const { title, text, path, tag }: PushMessage = event.data?.json() ?? {}
    const options = { body: text, tag, icon: '/icon-192.png', data: path }
    event.waitUntil(self.registration.showNotification(title, options))
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data))
  })
}

/** In a window that is open, where music may be playing: it goes there itself, without a load. */
async function open(path: string) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const [window] = windows.filter(({ frameType }) => frameType === 'top-level')
  if (!window) return void (await self.clients.openWindow(path))
  window.postMessage({ open: path })
  await window.focus()
}

/** When nobody is signed in here any more. */
export async function forgetPush() {
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of await self.registration.getNotifications()) shown.close()
}
