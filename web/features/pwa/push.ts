/** Notifications on this device, by the service of the browser's vendor. */

/** Milliseconds. On the first visit the service worker is installed some seconds after the page has loaded. */
const installedWithin = 20_000

/** What the site needs to send messages. Throws one sentence for the user. */
export async function subscribeToPush(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'Your browser does not allow notifications of this site. You can change that in its settings.',
    )
  const registration = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<void>((resolve) => setTimeout(resolve, installedWithin)),
  ])
  if (!registration) throw new Error('Notifications need a page that was opened with https.')
  // Of somebody else in this browser, or with a key that the site no longer has.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error(
        'Your browser could not reach its service for notifications. Please try again later.',
      )
    })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

export async function unsubscribeFromPush() {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

export const supportsPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
