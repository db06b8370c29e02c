import { EventEmitter } from 'node:events'
import {
  type Browser,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { captureAudio } from '../../e2e/capture-audio.ts'

export function openBrowser(executablePath: string, more: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      ...more,
    ],
  })
}

export type Visit = { page: Page; devtools: CDPSession; close(): Promise<void> }

const desktop = { width: 1440, height: 900 }

/** A browser with an empty cache, and a page with a CDP session. */
export async function newVisit(
  browser: Browser,
  baseUrl: string,
  viewport = desktop,
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport })
  const page = await context.newPage()
  await captureAudio(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  return { page, devtools, close: () => context.close() }
}

/** Slows down the CPU by this factor. */
export async function throttleCpu({ devtools }: Visit, rate: number): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** 10 Mbit/s with a round-trip time of 40 ms. */
export async function throttleNetwork({ devtools }: Visit): Promise<void> {
  const throughput = 10_000_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Sums the transferred bytes by resource type. */
export function countBytes({ devtools }: Visit, counts: (url: string) => boolean = () => true) {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (counts(request.url)) kinds.set(requestId, type ?? 'Other')
  })
  const add = (requestId: string, length: number) => {
    const kind = kinds.get(requestId)
    if (kind) bytes.set(kind, (bytes.get(kind) ?? 0) + length)
  }
  const pending = new Map<string, number>()
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    pending.set(requestId, (pending.get(requestId) ?? 0) + encodedDataLength)
    add(requestId, encodedDataLength)
  })
  // The size of the headers is known only at the end.
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    add(requestId, encodedDataLength - (pending.get(requestId) ?? 0)),
  )
  return {
    of: (kind: string) => bytes.get(kind) ?? 0,
    all: () => [...bytes.values()].reduce((sum, length) => sum + length, 0),
  }
}

/** Milliseconds from the click event itself, not from its handler, to the first sound. */
export async function clickToSound({ page }: Visit, button: Locator): Promise<number> {
  await page.evaluate(() => {
    window.heard = new Promise((heard, fail) => {
      setTimeout(fail, 60_000, new Error('no sound'))
      const observe = ({ timeStamp }: MouseEvent) =>
        addEventListener('sound', () => heard(performance.now() - timeStamp), { once: true })
      document.addEventListener('click', observe, { capture: true, once: true })
    })
  })
  await button.click()
  return page.evaluate(() => window.heard)
}

const quietMs = 1500

/** Opens a page and waits until it is rendered and the network is idle, including requests deferred to idle time. */
export async function openAndWaitForIdle(visit: Visit, path: string): Promise<void> {
  await openWithoutWaiting(visit, path)
  await requireHeading(visit)
}

/** The same without evaluating anything in the page: with a throttled CPU that would be a long task of its own. */
export async function openWithoutWaiting({ page }: Visit, path: string): Promise<void> {
  const network = trackNetwork(page)
  await page.goto(path)
  await network.idle(quietMs)
}

export async function requireHeading({ page }: Visit): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
}

/** Tracks the requests in flight from now on. */
function trackNetwork(page: Page) {
  const inFlight = new Set<Request>()
  const changes = new EventEmitter()
  const finished = (request: Request) => {
    inFlight.delete(request)
    changes.emit('change')
  }
  page
    .on('request', (request) => {
      inFlight.add(request)
      changes.emit('change')
    })
    .on('requestfinished', finished)
    .on('requestfailed', finished)
  return {
    /** Resolves after this time without a request in flight. */
    idle: (ms: number) =>
      new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const end = () => {
          changes.off('change', listen)
          resolve()
        }
        const listen = () => {
          clearTimeout(timer)
          if (inFlight.size === 0) timer = setTimeout(end, ms)
        }
        changes.on('change', listen)
        listen()
      }),
  }
}
