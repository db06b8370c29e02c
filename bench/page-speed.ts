import type { Browser as Chromium } from '@playwright/test'
import { buildBaselineApp, startBaselineApp } from './browser/baseline-app.ts'
import { type Interaction, onDiscover, onLanding, onTrack, tryAll } from './browser/interactions.ts'
import {
  newVisit,
  openAndWaitForIdle,
  openBrowser,
  openWithoutWaiting,
  requireHeading,
  throttleCpu,
  throttleNetwork,
  type Visit,
} from './browser/open-browser.ts'
import { fillSmallSite } from './browser/small-site.ts'
import { observeVitals, readVitals, type Vitals } from './browser/vitals.ts'
import { atMost, type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

const most = { lcp: 1200, tbt: 200, inp: 100 }
const slower = 4
const floor = 'React, wouter and TanStack Query alone'
const phone = { width: 390, height: 844 }

/** Which interactions happen on which page, and the screen size. */
const handled: Record<string, { interactions: readonly Interaction[]; screen?: typeof phone }> = {
  landing: { interactions: onLanding, screen: phone },
  discover: { interactions: onDiscover },
  track: { interactions: onTrack },
}

type Took = Record<string, number>
type Place = { name: string; site: string; path: string }

export const bench: Bench = {
  description: `Performance entries of the first pages in a browser with an empty cache, on a connection of 10 Mbit/s and
40 ms and with a CPU four times slower: the largest contentful paint, the total blocking time (of long tasks beyond 50 ms
each, until the network is idle) and the layout shift. *Ratio* is the ratio to a page of React, wouter and TanStack Query
alone that renders one heading. Interactions are real pointer and key events, each from the event to the next paint, as the
browser reports it in steps of 8 ms; the figure is the longest one. Their goal is for the CPU without throttling.`,
  tools: ['chromium'],
  async run(context) {
    const { chromium } = context.tools
    if (!chromium) return [notMeasured('the speed of pages', 'chromium')]
    const floorFolder = `${context.scratch}/floor`
    await buildBaselineApp(floorFolder)
    const floorSite = await startBaselineApp(floorFolder)
    const site = await startSoundpost({ dataDir: `${context.scratch}/site` })
    const browser = await openBrowser(chromium)
    try {
      const pages = (await fillSmallSite(site.url))
        .filter(({ name }) => name in handled)
        .map((page) => ({ ...page, site: site.url }))
      const alone = { name: floor, site: floorSite.url, path: '/' }
      const opened = await openAll(browser, [alone, ...pages], context)
      return [...opened, ...(await handleAll(browser, pages, context))]
    } finally {
      await browser.close()
      await site.close()
      await floorSite.close()
    }
  },
}

async function openAll(browser: Chromium, places: readonly Place[], { rounds }: BenchContext) {
  const variants = places.map(({ name, site, path }): Variant<Vitals> => {
    const open = async (visit: Visit) => {
      await observeVitals(visit.page)
      await throttleNetwork(visit)
      await throttleCpu(visit, slower)
      await openWithoutWaiting(visit, path)
      const vitals = await readVitals(visit.page)
      await requireHeading(visit)
      return vitals
    }
    return { name, run: () => during(newVisit(browser, site), open) }
  })
  const found = await runRounds(rounds, variants)
  return variants.flatMap(({ name }) => toRows(name, found))
}

async function handleAll(browser: Chromium, places: readonly Place[], { rounds }: BenchContext) {
  const kinds = [
    { kind: 'the cpu as it is', rate: 1 },
    { kind: 'four times slower', rate: slower },
  ]
  const variants = kinds.flatMap(({ kind, rate }) =>
    places.map(({ name, site, path }): Variant<Took> => {
      const { interactions = [], screen } = handled[name] ?? {}
      const handle = async (visit: Visit) => {
        await observeVitals(visit.page)
        await throttleCpu(visit, rate)
        await openAndWaitForIdle(visit, path)
        return tryAll(visit, interactions)
      }
      return {
        name: `${name}, ${kind}`,
        run: () => during(newVisit(browser, site, screen), handle),
      }
    }),
  )
  const found = await runRounds(rounds, variants)
  return variants.map(({ name }): Row => toInteractionRow(name, found))
}

async function during<Found>(
  opening: Promise<Visit>,
  work: (visit: Visit) => Promise<Found>,
): Promise<Found> {
  const visit = await opening
  try {
    return await work(visit)
  } finally {
    await visit.close()
  }
}

function toRows(name: string, found: Rounds<Vitals>): Row[] {
  const isOurs = name !== floor
  const row = (work: string, part: 'lcp' | 'tbt'): Row => {
    const figure = medianOf(found, name, (vitals) => vitals[part])
    return {
      work: `${name}: ${work}`,
      figure: `${Math.round(figure)} ms`,
      // Nothing blocks the baseline app, so there is no ratio.
      ...(part === 'lcp' && { ratio: ratioOf(found, name, floor, ({ lcp }) => lcp) }),
      ...(isOurs && { goal: atMost(most[part], figure, ' ms') }),
    }
  }
  const moved = Math.max(...(found.get(name) ?? []).map(({ cls }) => cls))
  return [
    row('largest paint', 'lcp'),
    row('blocking time', 'tbt'),
    {
      work: `${name}: layout shift, the most`,
      figure: moved.toFixed(5),
      ...(isOurs && { goal: { text: '0', met: moved === 0 } }),
    },
  ]
}

function toInteractionRow(name: string, found: Rounds<Took>): Row {
  const names = Object.keys(found.get(name)?.[0] ?? {})
  const times = names
    .map((work) => ({ work, ms: medianOf(found, name, (took) => took[work] ?? Number.NaN) }))
    .toSorted((a, b) => b.ms - a.ms)
  const longest = times[0]?.ms ?? Number.NaN
  return {
    work: `${name}: the longest of ${times.length} interactions`,
    figure: times.map(({ work, ms }) => `${ms} ms to ${work}`).join(', '),
    ...(!name.endsWith('slower') && { goal: atMost(most.inp, longest, ' ms') }),
  }
}
