import type { Browser as Chromium } from '@playwright/test'
import { buildFloor, startFloor } from './browser/floor.ts'
import { type Interaction, onDiscover, onLanding, onTrack, tryAll } from './browser/interactions.ts'
import {
  newVisit,
  openBrowser,
  openQuietly,
  openUntouched,
  requireHeading,
  slowDown,
  slowProcessor,
  type Visit,
} from './browser/open-browser.ts'
import { fillSmallSite } from './browser/small-site.ts'
import { readVitals, type Vitals, watchVitals } from './browser/vitals.ts'
import { atMost, type Bench, type Row, type Setting, unmeasured } from './running/bench.ts'
import { inRounds, medianOf, type Rounds, ratioOf, type Way } from './running/rounds.ts'
import { startSite } from './servers/ours.ts'

const most = { lcp: 1200, tbt: 200, inp: 100 }
const slower = 4
const floor = 'React, wouter and TanStack Query alone'
const phone = { width: 390, height: 844 }

/** Where somebody does what, on a screen of which size. */
const handled: Record<string, { interactions: readonly Interaction[]; screen?: typeof phone }> = {
  landing: { interactions: onLanding, screen: phone },
  discover: { interactions: onDiscover },
  track: { interactions: onTrack },
}

type Took = Record<string, number>
type Place = { name: string; site: string; path: string }

export const bench: Bench = {
  about: `What the browser itself notes of the first pages, in one that has never seen the site, on a line of 10 Mbit/s and
40 ms and with a processor four times slower: the largest paint, how long tasks blocked it (what they took beyond 50 ms each,
until the line is silent) and how much moved. *Beside* is the ratio to a page of React, wouter and TanStack Query alone that
draws one heading. Interactions are real presses and keys, each from its moment to the next paint, as the browser notes it in
steps of 8 ms; the figure is the longest one's. Their goal is for the processor as it is.`,
  needs: ['chromium'],
  async run(setting) {
    const { chromium } = setting.tools
    if (!chromium) return [unmeasured('the speed of pages', 'chromium')]
    const floorFolder = `${setting.scratch}/floor`
    await buildFloor(floorFolder)
    const floorSite = await startFloor(floorFolder)
    const site = await startSite({ dataDir: `${setting.scratch}/site` })
    const browser = await openBrowser(chromium)
    try {
      const pages = (await fillSmallSite(site.url))
        .filter(({ name }) => name in handled)
        .map((page) => ({ ...page, site: site.url }))
      const alone = { name: floor, site: floorSite.url, path: '/' }
      const opened = await openAll(browser, [alone, ...pages], setting)
      return [...opened, ...(await handleAll(browser, pages, setting))]
    } finally {
      await browser.close()
      await site.close()
      await floorSite.close()
    }
  },
}

async function openAll(browser: Chromium, places: readonly Place[], { rounds }: Setting) {
  const ways = places.map(({ name, site, path }): Way<Vitals> => {
    const open = async (visit: Visit) => {
      await watchVitals(visit.page)
      await slowDown(visit)
      await slowProcessor(visit, slower)
      await openUntouched(visit, path)
      const vitals = await readVitals(visit.page)
      await requireHeading(visit)
      return vitals
    }
    return { name, turn: () => during(newVisit(browser, site), open) }
  })
  const found = await inRounds(rounds, ways)
  return ways.flatMap(({ name }) => toRows(name, found))
}

async function handleAll(browser: Chromium, places: readonly Place[], { rounds }: Setting) {
  const kinds = [
    { kind: 'the processor as it is', rate: 1 },
    { kind: 'four times slower', rate: slower },
  ]
  const ways = kinds.flatMap(({ kind, rate }) =>
    places.map(({ name, site, path }): Way<Took> => {
      const { interactions = [], screen } = handled[name] ?? {}
      const handle = async (visit: Visit) => {
        await watchVitals(visit.page)
        await slowProcessor(visit, rate)
        await openQuietly(visit, path)
        return tryAll(visit, interactions)
      }
      return {
        name: `${name}, ${kind}`,
        turn: () => during(newVisit(browser, site, screen), handle),
      }
    }),
  )
  const found = await inRounds(rounds, ways)
  return ways.map(({ name }): Row => toInteractionRow(name, found))
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
      // Nothing blocks the floor, beside which there is no ratio.
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
