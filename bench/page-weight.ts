import type { Browser as Chromium } from '@playwright/test'
import { firstLoadOf } from '../scripts/first-load.ts'
import { newVisit, openBrowser, weigh } from './browser/open-browser.ts'
import { fillSmallSite, type MainPage } from './browser/small-site.ts'
import { type Bench, type Row, unmeasured } from './running/bench.ts'
import { startSite } from './servers/ours.ts'

const mostScript = 100 * 1024
/** What each is made from in the source. */
const sources: Record<string, string> = {
  landing: 'pages/landing/landing-page.tsx',
  discover: 'pages/discover/discover-page.tsx',
  track: 'pages/track/track-page.tsx',
  playlist: 'pages/playlist/playlist-page.tsx',
  profile: 'pages/profile/profile-page.tsx',
  search: 'pages/search/search-page.tsx',
}
/** Those whose code may weigh no more than that. */
const light = ['landing', 'discover', 'track']

type Weight = { script: number; picture: number; all: number; requests: number }

export const bench: Bench = {
  about: `What each main page weighs with gzip: the code that it cannot do without, and all that comes over the wire, headers
included, in a browser that has never seen the site, until the line has fallen silent. That includes what comes only when
nothing else is to be done, such as the player's extras. Bytes do not change from round to round, so there is one.`,
  needs: ['chromium'],
  async run({ scratch, tools }) {
    if (!tools.chromium) return [unmeasured('bytes of a page', 'chromium')]
    const site = await startSite({ dataDir: `${scratch}/site` })
    const browser = await openBrowser(tools.chromium)
    try {
      const rows: Row[] = []
      for (const page of await fillSmallSite(site.url))
        rows.push(...toRows(page, await weighPage(browser, site.url, page.path)))
      return rows
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

async function weighPage(browser: Chromium, site: string, path: string): Promise<Weight> {
  const visit = await newVisit(browser, site)
  const { page, close } = visit
  try {
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
    const wire = weigh(visit)
    let requests = 0
    page.on('request', () => {
      requests += 1
    })
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(3000)
    const [script, picture] = [wire.of('Script'), wire.of('Image')]
    return { script, picture, all: wire.all(), requests }
  } finally {
    await close()
  }
}

const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

function toRows({ name }: MainPage, weight: Weight): Row[] {
  const { script, picture, all, requests } = weight
  const needed = firstLoadOf(sources[name] ?? '').gzippedBytes
  return [
    {
      work: `${name}, the code that it needs`,
      figure: kibibytes(needed),
      ...(light.includes(name) && { goal: { text: '≤ 100 KiB', met: needed <= mostScript } }),
    },
    {
      work: `${name}, everything`,
      figure: `${kibibytes(all)} in ${requests} requests: JavaScript ${kibibytes(script)}, pictures ${kibibytes(picture)}`,
    },
  ]
}
