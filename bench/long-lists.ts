import type { Browser as Chromium, Page } from '@playwright/test'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { createTrack, mp3OfSize } from './browser/create-content.ts'
import { makeLongPlaylist } from './browser/long-playlist.ts'
import { clickToSound, newVisit, openBrowser } from './browser/open-browser.ts'
import { atMost, type Bench, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

type Measurement = {
  rows: number
  openMs: number
  /** 95th percentile of the frame times while scrolling. */
  frameMs: number
  playMs: number
  nextMs: number
  /** The same with the whole list in the queue. */
  playingFrameMs: number
  expandMs: number
  expandedNextMs: number
  /** The queue panel, with its code loaded for the first time. */
  firstQueueMs: number
  queueMs: number
  /** Rows of the panel while it is scrolled, and the 95th percentile of its frame times. */
  queueRows: number
  queueFrameMs: number
}

const lengths = [100, 10_000] as const
const [short, long] = lengths
const nameOf = (length: number) => `${length.toLocaleString('en')} rows`
/** Twice the number of rows that a tall screen shows. */
const maxRows = 60
/** Milliseconds in which the queue panel opens, its code loaded. */
const queueGoal = 100

export const bench: Bench = {
  description: `A playlist of 100 rows and one of 10,000, in the browser: opened, scrolled by 400 pixels in each of 200 frames, played as a
whole, and skipped by one track; scrolled again with all of it in the queue, the full-screen player opened, and skipped by two
tracks there; the queue panel opened and scrolled. *Opened* is the time from the click until the rows are painted, for the queue
panel the fastest of five. The long playlist should cost no more than the short one, except for the bytes of its list.`,
  tools: ['chromium'],
  async run({ rounds, scratch, tools }) {
    if (!tools.chromium) return [notMeasured('a playlist of 10,000 rows', 'chromium')]
    const dataDir = `${scratch}/data`
    const server = await startSoundpost({ dataDir })
    const browser = await openBrowser(tools.chromium)
    try {
      const artist = await createAccount(server.url, randomAccount())
      // Five minutes: on a busy machine a shorter track would end, and tracks without audio would follow.
      const file = await mp3OfSize(4_200_000)
      const audible = []
      for (const title of ['First', 'Second', 'Third', 'Fourth'])
        audible.push(await createTrack(artist, title, file))
      const variants: Variant<Measurement>[] = []
      for (const length of lengths) {
        const { slug } = await makeLongPlaylist({ artist, dataDir }, audible, length)
        const run = () => measurePlaylist(browser, server.url, `/playlist/${slug}`)
        variants.push({ name: nameOf(length), run })
      }
      return toRows(await runRounds(rounds, variants))
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function measurePlaylist(
  browser: Chromium,
  baseUrl: string,
  path: string,
): Promise<Measurement> {
  const visit = await newVisit(browser, baseUrl)
  const { page } = visit
  const press = (name: string) =>
    clickToSound(visit, page.getByRole('button', { name, exact: true }))
  try {
    const startedAt = performance.now()
    await page.goto(path)
    await page.getByRole('region', { name: 'Tracks' }).getByRole('listitem').first().waitFor()
    const openMs = performance.now() - startedAt
    await page.waitForLoadState('networkidle')
    const { rows, frameMs } = await scroll(page)
    const playMs = await press('Play all')
    const nextMs = await press('Next')
    const { frameMs: playingFrameMs } = await scroll(page)
    const firstQueueMs = await openQueue(page)
    const again: number[] = []
    for (let i = 0; i < 5; i += 1) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      again.push(await openQueue(page))
    }
    const queueMs = Math.min(...again)
    const { rows: queueRows, frameMs: queueFrameMs } = await scroll(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const expandMs = await expand(page)
    await press('Next')
    const expandedNextMs = await press('Next')
    const queue = { firstQueueMs, queueMs, queueRows, queueFrameMs }
    return {
      ...queue,
      rows,
      openMs,
      frameMs,
      playMs,
      nextMs,
      playingFrameMs,
      expandMs,
      expandedNextMs,
    }
  } finally {
    await visit.close()
  }
}

/** Milliseconds from the click until the title of the full-screen player is painted. */
const expand = (page: Page) => clickToPaint(page, 'Expand player', '[role=dialog] h2')
/** The same for the rows of the queue panel. */
const openQueue = (page: Page) => clickToPaint(page, 'Queue', '[role=dialog] li')

async function clickToPaint(page: Page, button: string, selector: string): Promise<number> {
  await page.evaluate((painted) => {
    window.opened = new Promise((opened) => {
      const observe = ({ timeStamp }: MouseEvent) =>
        new MutationObserver((_, watch) => {
          if (!document.querySelector(painted)) return
          watch.disconnect()
          requestAnimationFrame(() => setTimeout(() => opened(performance.now() - timeStamp)))
        }).observe(document.body, { childList: true, subtree: true })
      document.addEventListener('click', observe, { capture: true, once: true })
    })
  }, selector)
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.evaluate(() => window.opened)
}

/** Down, and up again from the end: the page, or the scrolling element in another one. */
function scroll(page: Page, within = 'main'): Promise<{ rows: number; frameMs: number }> {
  return page.locator(within).evaluate(
    (root) =>
      new Promise((done) => {
        const times: number[] = []
        let rows = 0
        let step = 400
        const inner = [...root.querySelectorAll('div')].find(
          (element) =>
            getComputedStyle(element).overflowY === 'auto' && element.querySelector('ol'),
        )
        const scrolled = inner ?? document.documentElement
        const frame = (now: number) => {
          times.push(now)
          rows = Math.max(rows, root.querySelectorAll('ol > li').length)
          if (times.length > 200) {
            scrolled.scrollTo(0, 0)
            const took = times.slice(1).map((time, i) => time - (times[i] ?? 0))
            const sorted = took.toSorted((a, b) => a - b)
            done({ rows, frameMs: sorted[Math.floor(sorted.length * 0.95)] ?? 0 })
            return
          }
          const before = scrolled.scrollTop
          scrolled.scrollBy(0, step)
          if (scrolled.scrollTop === before) step = -step
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }),
  )
}

function toRows(results: Rounds<Measurement>): Row[] {
  const both = (
    label: string,
    read: (measurement: Measurement) => number,
    unit: string,
    limit?: number,
  ): Row => {
    const figures = lengths.map((length) => medianOf(results, nameOf(length), read))
    return {
      label,
      figure: `${figures.map(Math.round).join(', ')} ${unit}`,
      ratio: ratioOf(results, nameOf(long), nameOf(short), read),
      ...(limit && { goal: atMost(limit, figures.at(-1) ?? Number.NaN) }),
    }
  }
  return [
    both('rendered at most', (measurement) => measurement.rows, 'rows', maxRows),
    both('opened', (measurement) => measurement.openMs, 'ms'),
    both(
      'a frame while scrolling, 95 of 100 are shorter',
      (measurement) => measurement.frameMs,
      'ms',
    ),
    both('Play all, click to sound', (measurement) => measurement.playMs, 'ms'),
    both('next track, click to sound', (measurement) => measurement.nextMs, 'ms'),
    both(
      'in the queue: a frame while scrolling',
      (measurement) => measurement.playingFrameMs,
      'ms',
    ),
    both('in the queue: the expanded player opened', (measurement) => measurement.expandMs, 'ms'),
    both(
      'in the queue: next track there, click to sound',
      (measurement) => measurement.expandedNextMs,
      'ms',
    ),
    both(
      'the queue panel, rendered at most',
      (measurement) => measurement.queueRows,
      'rows',
      maxRows,
    ),
    both(
      'the queue panel opened for the first time',
      (measurement) => measurement.firstQueueMs,
      'ms',
    ),
    both('the queue panel opened', (measurement) => measurement.queueMs, 'ms', queueGoal),
    both(
      'a frame while the queue panel is scrolled',
      (measurement) => measurement.queueFrameMs,
      'ms',
    ),
  ]
}
