import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'

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

/** A browser that has never seen the site. The page keeps its sounds in `sounds`, and tells when one begins. */
export async function newVisit(browser: Browser, site: string): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.addInitScript(`
    window.sounds = []
    const Original = Audio
    window.Audio = function (...given) {
      const sound = new Original(...given)
      window.sounds.push(sound)
      sound.addEventListener('playing', () => dispatchEvent(new Event('sound')))
      return sound
    }
  `)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  return { page, devtools, close: () => context.close() }
}

/** A line of 10 Mbit/s on which a byte takes 40 ms to come back. */
export async function slowDown({ devtools }: Visit): Promise<void> {
  const throughput = 10_000_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Adds up what comes over the wire, told apart by what the browser takes it for. */
export function weigh({ devtools }: Visit, counts: (address: string) => boolean = () => true) {
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
  // Only the end tells what the headers weighed.
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    add(requestId, encodedDataLength - (pending.get(requestId) ?? 0)),
  )
  return {
    of: (kind: string) => bytes.get(kind) ?? 0,
    all: () => [...bytes.values()].reduce((sum, length) => sum + length, 0),
  }
}

/** Milliseconds from the moment of a click, not from when the page gets round to it, to the sound that follows. */
export async function clickToSound({ page }: Visit, button: Locator): Promise<number> {
  await page.evaluate(`void (window.heard = new Promise((heard, fail) => {
    setTimeout(fail, 60_000, new Error('no sound'))
    document.addEventListener('click', ({ timeStamp }) => {
      addEventListener('sound', () => heard(performance.now() - timeStamp), { once: true })
    }, { capture: true, once: true })
  }))`)
  await button.click()
  return page.evaluate<number>('window.heard')
}

const quietMs = 1500

/** Opens a page and waits until it is there and the line silent, also after what it fetches when it has nothing to do. */
export async function openQuietly({ page }: Visit, path: string): Promise<void> {
  let last = performance.now()
  const note = () => {
    last = performance.now()
  }
  page.on('request', note).on('requestfinished', note)
  await page.goto(path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  while (performance.now() - last < quietMs) await page.waitForTimeout(100)
  page.off('request', note).off('requestfinished', note)
}
