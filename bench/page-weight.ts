import type { Browser as Chromium } from '@playwright/test'
import { firstLoadOf, maxNeeded, maxWithoutClick, publicPages } from '../scripts/first-load.ts'
import { buildBaselineApp } from './browser/baseline-app.ts'
import { countBytes, newVisit, openAndWaitForIdle, openBrowser } from './browser/open-browser.ts'
import { fillSmallSite } from './browser/small-site.ts'
import { type Bench, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, runRounds } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

type Weight = { script: number; image: number; all: number; requests: number }

export const bench: Bench = {
  description: `The size of each main page with gzip: the code that it needs, and everything transferred, headers included, in a
browser with an empty cache, until the network is idle. That includes requests deferred to idle time, such as the deferred
features of the player. *Ratio* is the ratio to a page of React, wouter and TanStack Query alone that renders one heading.
The size of the code is constant; everything else is measured in every round.`,
  tools: ['chromium'],
  async run({ rounds, scratch, tools }) {
    if (!tools.chromium) return [notMeasured('bytes of a page', 'chromium')]
    const server = await startSoundpost({ dataDir: `${scratch}/data` })
    const browser = await openBrowser(tools.chromium)
    try {
      const baseline = (await buildBaselineApp(`${scratch}/baseline-app`)).gzippedBytes
      const variants = (await fillSmallSite(server.url)).map(({ name, path }) => ({
        name,
        run: () => weighPage(browser, server.url, path),
      }))
      const results = await runRounds(rounds, variants)
      return [
        {
          label: 'React, wouter and TanStack Query alone, the code',
          figure: kibibytes(baseline),
          ratio: 1,
        },
        ...variants.flatMap(({ name }) => toRows(name, results, baseline)),
      ]
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function weighPage(browser: Chromium, baseUrl: string, path: string): Promise<Weight> {
  const visit = await newVisit(browser, baseUrl)
  const { page, close } = visit
  try {
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
    const transferred = countBytes(visit)
    let requests = 0
    page.on('request', () => {
      requests += 1
    })
    await openAndWaitForIdle(visit, path)
    const [script, image] = [transferred.of('Script'), transferred.of('Image')]
    return { script, image, all: transferred.all(), requests }
  } finally {
    await close()
  }
}

const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

function toRows(name: keyof typeof publicPages, results: Rounds<Weight>, baseline: number): Row[] {
  const needed = firstLoadOf(publicPages[name]).gzippedBytes
  const of = (read: (weight: Weight) => number) => medianOf(results, name, read)
  const [all, script, image] = [
    of((weight) => weight.all),
    of((weight) => weight.script),
    of((weight) => weight.image),
  ]
  const requests = of((weight) => weight.requests)
  return [
    {
      label: `${name}, the code that it needs`,
      figure: kibibytes(needed),
      ratio: needed / baseline,
      goal: { text: `≤ ${maxNeeded} KiB`, met: needed <= maxNeeded * 1024 },
    },
    {
      label: `${name}, everything`,
      figure: `${kibibytes(all)} in ${requests} requests: JavaScript ${kibibytes(script)}, images ${kibibytes(image)}`,
      goal: {
        text: `JavaScript ≤ ${maxWithoutClick} KiB`,
        met: script <= maxWithoutClick * 1024,
      },
    },
  ]
}
