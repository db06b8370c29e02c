import type { Browser as Chromium } from '@playwright/test'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { evaluateAudio } from '../e2e/player-bar.ts'
import { createTrack, mp3OfSize } from './browser/create-content.ts'
import { makeLongPlaylist } from './browser/long-playlist.ts'
import { newVisit, openAndWaitForIdle, openBrowser } from './browser/open-browser.ts'
import { type Bench, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, runRounds, type Variant } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

type Measurement = { ticks: number; commits: number; components: number; outside: number }

export const bench: Bench = {
  description: `What a playing track renders without user input: timeupdate events of the audio element, React commits, the
components rendered in each, and DOM mutations outside sliders and their time displays, which should be none.`,
  tools: ['chromium'],
  async run({ rounds, seconds, scratch, tools }) {
    if (!tools.chromium) return [notMeasured('a tick of the progress', 'chromium')]
    const dataDir = `${scratch}/data`
    const server = await startSoundpost({ dataDir })
    const browser = await openBrowser(tools.chromium)
    try {
      const artist = await createAccount(server.url, randomAccount())
      const track = await createTrack(artist, 'Ticking', await mp3OfSize(900_000))
      const { slug } = await makeLongPlaylist({ artist, dataDir }, [track], 10_000)
      const variant = (name: string, path: string, button: string): Variant<Measurement> => ({
        name,
        run: () => watch(browser, server.url, { path, button, seconds }),
      })
      const variants = [
        variant('a track page', `/track/${track.slug}`, 'Play Ticking'),
        variant('a playlist of 10,000 rows', `/playlist/${slug}`, 'Play all'),
      ]
      return toRows(variants, await runRounds(rounds, variants))
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

type Fiber = {
  tag: number
  flags: number
  subtreeFlags: number
  child: Fiber | null
  sibling: Fiber | null
}

/** React reports each commit to the devtools hook, also in production; the first flag of a fiber says that it rendered. */
function countCommits() {
  const rendered = (fiber: Fiber): number => {
    const isComponent = [0, 1, 11, 14, 15].includes(fiber.tag)
    let count = isComponent && fiber.flags & 1 ? 1 : 0
    if (fiber.subtreeFlags & 1)
      for (let child = fiber.child; child; child = child.sibling) count += rendered(child)
    return count
  }
  window.renders = { ticks: 0, commits: 0, components: 0, outside: 0 }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_: unknown, root: { current: Fiber }) {
      window.renders.commits += 1
      window.renders.components += rendered(root.current)
    },
  }
}

function countChanges(audio: HTMLAudioElement) {
  window.renders = { ticks: 0, commits: 0, components: 0, outside: 0 }
  audio.addEventListener('timeupdate', () => {
    window.renders.ticks += 1
  })
  const moves = (element: Element | null) =>
    element?.closest('[role=slider], [data-orientation]:has([role=slider])') ||
    element?.parentElement?.querySelector('[role=slider]')
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (!moves(target instanceof Element ? target : target.parentElement))
        window.renders.outside += 1
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

const oneSecondPlayed = (audio: HTMLAudioElement) =>
  new Promise<void>((resolve) => {
    audio.addEventListener('timeupdate', () => audio.currentTime > 1 && resolve())
  })

async function watch(
  browser: Chromium,
  baseUrl: string,
  { path, button, seconds }: { path: string; button: string; seconds: number },
): Promise<Measurement> {
  const visit = await newVisit(browser, baseUrl)
  const { page } = visit
  try {
    await page.addInitScript(countCommits)
    await openAndWaitForIdle(visit, path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await evaluateAudio(page, oneSecondPlayed)
    // The effects of the click are over, including those that end after some seconds: updated counts, a toast.
    await page.waitForTimeout(7000)
    await evaluateAudio(page, countChanges)
    await page.waitForTimeout(seconds * 1000)
    return await page.evaluate(() => window.renders)
  } finally {
    await visit.close()
  }
}

function toRows(variants: readonly Variant<Measurement>[], results: Rounds<Measurement>): Row[] {
  return variants.flatMap(({ name }): Row[] => {
    const of = (read: (measurement: Measurement) => number) => medianOf(results, name, read)
    const outside = of((measurement) => measurement.outside)
    return [
      {
        label: `${name}, ticks and commits`,
        figure: `${of((measurement) => measurement.ticks)} and ${of((measurement) => measurement.commits)}`,
      },
      {
        label: `${name}, components rendered per commit`,
        figure: of(({ components, commits }) => components / commits).toFixed(1),
      },
      {
        label: `${name}, changes outside what moves`,
        figure: String(outside),
        goal: { text: 'none', met: outside === 0 },
      },
    ]
  })
}
