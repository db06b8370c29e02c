import { expect, type Page, type Worker } from '@playwright/test'
import { startPushReceiver } from '#server/testing/push-receiver.ts'
import { uploadTrack } from './data.ts'
import { dedicatedServer } from './dedicated-server.ts'
import { serviceWorkerReady } from './installed-app.ts'
import { test } from './test.ts'

// The service of the browser's vendor is on this machine.
const server = dedicatedServer(6, { OUTGOING_PRIVATE_NETWORKS: 'true' })
let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await server.start()
})
test.afterAll(() => stop())

/** Chromium without its vendor's service cannot subscribe: the page gets this subscription instead. */
const usePushService = (page: Page, subscription: object) =>
  page.addInitScript((given) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => given }) as PushSubscription
  }, subscription)

type Shown = { title: string; body: string; data: unknown }
/** What a service worker has, and no page. */
type WorkerScope = { registration: ServiceWorkerRegistration; shown: Shown[] }

/** The headless browser shows nothing: what it would show is kept. */
const keepNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = async (title, { body = '', data } = {}) =>
      void scope.shown.push({ title, body, data })
  })

const shownBy = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)

const clickOn = (worker: Worker, { data }: { data: unknown }) =>
  worker.evaluate((data) => {
    const notification = { data, close: () => {} }
    dispatchEvent(
      Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }),
    )
  }, data)

/** As the vendor's service does it. */
async function deliver(page: Page, data: string) {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data,
  })
}

test('push: a device shows a like once its switch is on, and a click opens the track in the open window', async ({
  browser,
}) => {
  const receiver = await startPushReceiver()
  const page = await server.register(browser, 'Juno Vale', { serviceWorkers: 'allow' })
  const { id, slug } = await uploadTrack(page.request, { title: 'Night Market', isUploaded: true })
  await usePushService(page, receiver.subscription)
  await page.goto('/settings#notifications')
  await serviceWorkerReady(page)
  const onThisDevice = page.getByRole('switch', { name: 'On this device' })

  await test.step('without permission it stays off, and says why', async () => {
    await onThisDevice.click()
    await expect(page.getByText('Your browser does not allow notifications')).toBeVisible()
    await expect(onThisDevice).not.toBeChecked()
  })

  await test.step('turned on, it gets what happens', async () => {
    await page.context().grantPermissions(['notifications'])
    await page.reload()
    await onThisDevice.click()
    await expect(onThisDevice).toBeChecked()
    await page.reload()
    await expect(onThisDevice).toBeChecked()
    const fan = await server.register(browser, 'Nara Bell')
    await expect(await fan.request.post(`/api/tracks/${id}/like`, { data: {} })).toBeOK()
    await fan.close()
    await expect.poll(receiver.texts).toEqual(['Nara Bell liked Night Market'])
  })

  await test.step('the service worker shows it, and opens the track without a load', async () => {
    const [worker] = page.context().serviceWorkers()
    if (!worker) throw new Error('There is no service worker.')
    await keepNotifications(worker)
    await deliver(page, JSON.stringify(receiver.received[0]?.message))
    const shown = {
      title: 'Soundpost',
      body: 'Nara Bell liked Night Market',
      data: `/track/${slug}`,
    }
    await expect.poll(() => shownBy(worker)).toEqual([shown])
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await clickOn(worker, shown)
    await expect(page).toHaveURL(new RegExp(`/track/${slug}$`))
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  receiver.close()
  await page.close()
})
