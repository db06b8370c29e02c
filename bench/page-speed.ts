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

const limits = { lcp: 1200, tbt: 200, inp: 100 }
const slower = 4
const baseline = 'React, wouter and TanStack Query alone'
const phone = { width: 390, height: 844 }

/** Which interactions happen on which page, and the screen size. */
const interactionsByPage: Record<
  string,
  { interactions: readonly Interaction[]; screen?: typeof phone }
> = {
  landing: { interactions: onLanding, screen: phone },
  discover: { interactions: onDiscover },
  track: { interactions: onTrack },
}

type InteractionTimes = Record<string, number>
type PageUnderTest = { name: string; baseUrl: string; path: string }

export const bench: Bench = {
  description: `The first pages in a browser with an empty cache, on a connection of 10 Mbit/s and 40 ms and with a CPU four times slower:
largest contentful paint, total blocking time (of long tasks beyond 50 ms each, until the network is idle) and the highest layout
shift. *Ratio* compares the paint with that of a page of React, wouter and TanStack Query alone that renders one heading.
Interactions are real pointer and key events, each from the event to the next paint, in steps of 8 ms; the three longest are
named. Their goal is for the CPU without throttling.`,
  tools: ['chromium'],
  async run(context) {
    const { chromium } = context.tools
    if (!chromium) return [notMeasured('the speed of pages', 'chromium')]
    const baselineFolder = `${context.scratch}/baseline-app`
    await buildBaselineApp(baselineFolder)
    const baselineServer = await startBaselineApp(baselineFolder)
    const server = await startSoundpost({ dataDir: `${context.scratch}/data` })
    const browser = await openBrowser(chromium)
    try {
      const pages = (await fillSmallSite(server.url))
        .filter(({ name }) => name in interactionsByPage)
        .map((page) => ({ ...page, baseUrl: server.url }))
      const alone = { name: baseline, baseUrl: baselineServer.url, path: '/' }
      const opened = await measureLoads(browser, [alone, ...pages], context)
      return [...opened, ...(await measureInteractions(browser, pages, context))]
    } finally {
      await browser.close()
      await server.close()
      await baselineServer.close()
    }
  },
}

async function measureLoads(
  browser: Chromium,
  pages: readonly PageUnderTest[],
  { rounds }: BenchContext,
) {
  const variants = pages.map(({ name, baseUrl, path }): Variant<Vitals> => {
    const open = async (visit: Visit) => {
      await observeVitals(visit.page)
      await throttleNetwork(visit)
      await throttleCpu(visit, slower)
      await openWithoutWaiting(visit, path)
      const vitals = await readVitals(visit.page)
      await requireHeading(visit)
      return vitals
    }
    return { name, run: () => withVisit(newVisit(browser, baseUrl), open) }
  })
  const results = await runRounds(rounds, variants)
  return variants.map(({ name }) => toRow(name, results))
}

async function measureInteractions(
  browser: Chromium,
  pages: readonly PageUnderTest[],
  { rounds }: BenchContext,
) {
  const kinds = [
    { kind: 'without throttling', rate: 1 },
    { kind: 'four times slower', rate: slower },
  ]
  const variants = kinds.flatMap(({ kind, rate }) =>
    pages.map(({ name, baseUrl, path }): Variant<InteractionTimes> => {
      const { interactions = [], screen } = interactionsByPage[name] ?? {}
      const interact = async (visit: Visit) => {
        await observeVitals(visit.page)
        await throttleCpu(visit, rate)
        await openAndWaitForIdle(visit, path)
        return tryAll(visit, interactions)
      }
      return {
        name: `${name}, ${kind}`,
        run: () => withVisit(newVisit(browser, baseUrl, screen), interact),
      }
    }),
  )
  const results = await runRounds(rounds, variants)
  return variants.map(({ name }): Row => toInteractionRow(name, results))
}

async function withVisit<Measurement>(
  opening: Promise<Visit>,
  measure: (visit: Visit) => Promise<Measurement>,
): Promise<Measurement> {
  const visit = await opening
  try {
    return await measure(visit)
  } finally {
    await visit.close()
  }
}

function toRow(name: string, results: Rounds<Vitals>): Row {
  const [lcp, tbt] = (['lcp', 'tbt'] as const).map((metric) =>
    Math.round(medianOf(results, name, (vitals) => vitals[metric])),
  ) as [number, number]
  const shift = Math.max(...(results.get(name) ?? []).map(({ cls }) => cls))
  return {
    label: name,
    figure: `${lcp} ms, ${tbt} ms, ${shift.toFixed(5)}`,
    ratio: ratioOf(results, name, baseline, (vitals) => vitals.lcp),
    ...(name !== baseline && {
      goal: {
        text: `≤ ${limits.lcp} ms, ≤ ${limits.tbt} ms, 0`,
        met: lcp <= limits.lcp && tbt <= limits.tbt && shift === 0,
      },
    }),
  }
}

function toInteractionRow(name: string, results: Rounds<InteractionTimes>): Row {
  const names = Object.keys(results.get(name)?.[0] ?? {})
  const times = names
    .map((label) => ({ label, ms: medianOf(results, name, (took) => took[label] ?? Number.NaN) }))
    .toSorted((a, b) => b.ms - a.ms)
  const longest = times[0]?.ms ?? Number.NaN
  return {
    label: `${name}: the longest of ${times.length} interactions`,
    figure: times
      .slice(0, 3)
      .map(({ label, ms }) => `${ms} ms to ${label}`)
      .join(', '),
    ...(!name.endsWith('slower') && { goal: atMost(limits.inp, longest, ' ms') }),
  }
}
