import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { tracks } from '#server/database/schema.ts'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { diskAnd, settingsOf, startTestS3, waitForDirectUploads } from '#server/testing/s3.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import type { ServerProcess } from '#server/testing/server-process.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { isLong } from '../scale.ts'
import { createCrashingBrowser, writeFile } from './crashing-browser.ts'

const size = 90 * 1024 * 1024
const header = wavOfSize(size).subarray(0, 44)
const outageMs = 60_000
const s3 = await startTestS3()

/** A browser and a site, with a proxy between it and the place to which it sends files: the server itself, or S3. */
type Site = {
  deployment: Deployment
  server: ServerProcess
  browser: ReturnType<typeof createCrashingBrowser>
  front: FaultProxy
  store: FaultProxy | undefined
  counted: FaultProxy
}

async function startSite(kind: 'disk' | 's3'): Promise<Site> {
  const target = new URL('http://localhost')
  const front = await startFaultProxy(target)
  onTestFinished(front.close)
  const store =
    kind === 's3' && s3 ? await startFaultProxy(new URL(s3.config.endpoint ?? '')) : undefined
  if (store) onTestFinished(store.close)
  const url = front.url.replace(/\/$/, '')
  const deployment = await makeDeployment({
    env: { PUBLIC_URL: url, ...(store && s3 && settingsOf(s3.config, store.url)) },
    ...(store && s3 && { objects: s3.config }),
  })
  target.port = new URL(deployment.url).port
  if (store) await waitForDirectUploads(deployment.store)
  const server = await deployment.start()
  const { sid } = await deployment.createUser()
  const browser = createCrashingBrowser(url, sid)
  return { deployment, server, browser, front, store, counted: store ?? front }
}

/** Types a title, chooses the file, and returns at the moment when half of it is sent. */
async function sendHalf({ counted }: Site, page: Page): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill('Half way')
  await writeFile(page, header, size)
  const half = counted.sent(counted.bytes() + size / 2)
  await page.locator('label[data-state]').first().click()
  await half
}

/** The file arrives by itself, and fewer than a tenth of its bytes were sent twice. */
async function expectSentOnce(site: Site, page: Page, name: string): Promise<void> {
  const { counted, deployment } = site
  const uploaded = page.getByText('Night train.wav is uploaded')
  await uploaded.waitFor({ state: 'attached', timeout: 180_000 })
  console.log(`resumed upload, ${name}: ${(counted.bytes() / size).toFixed(3)} × the bytes`)
  expect(counted.bytes() / size).toBeLessThan(1.1)
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half way')
  await page.getByRole('button', { name: 'Save track' }).click()
  await expect.poll(() => storedSizes(deployment), { timeout: 30_000 }).toEqual([size])
  await expectIntegrity(deployment)
}

async function storedSizes({ db, store }: Deployment): Promise<(number | undefined)[]> {
  const rows = await db.select().from(tracks)
  const keys = rows.map(({ audioPath }) => audioPath?.replace('/objects/', '') ?? '')
  return Promise.all(keys.map(async (key) => (await store.stat(key))?.size))
}

/** What happens at half of the upload; returns the page on which it continues. */
const faults = {
  async 'kill -9 of the browser'({ browser }: Site) {
    await browser.kill()
    return browser.start()
  },
  async 'kill -9 of the server'({ server, deployment, front }: Site, page: Page) {
    server.signal('SIGKILL')
    await front.inject({ kind: 'refuses' })
    await server.exitCode()
    await deployment.start()
    await front.restore()
    return page
  },
  async 'a minute without the store'({ store, deployment }: Site, page: Page) {
    const folder = path.join(deployment.dataDir, 'objects')
    if (store) await store.inject({ kind: 'refuses' })
    else await rename(folder, `${folder}.unmounted`)
    await page.getByText('Reconnecting').waitFor()
    await delay(outageMs)
    if (store) await store.restore()
    else await rm(folder, { recursive: true, force: true })
    if (!store) await rename(`${folder}.unmounted`, folder)
    return page
  },
  async 'another network'({ front, store }: Site, page: Page) {
    front.changeClientNetwork()
    store?.changeClientNetwork()
    return page
  },
}

type Fault = keyof typeof faults
const stores = diskAnd(s3)
/** The others wait for longer than a minute together. */
const names: Fault[] = isLong('crash')
  ? (Object.keys(faults) as Fault[])
  : ['kill -9 of the browser']
const cases = stores.flatMap((kind) => names.map((name) => [kind, name] as const))

test.each(cases)(
  'resumed upload to %s: after %s at half of 90 MB it continues by itself and sends little twice',
  async (kind, name) => {
    const site = await startSite(kind)
    const page = await site.browser.start()
    await sendHalf(site, page)
    await expectSentOnce(site, await faults[name](site, page), `${name}, ${kind}`)
  },
  400_000,
)
