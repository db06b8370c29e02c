import type { Browser as Chromium } from '@playwright/test'
import { newVisit, openBrowser, weigh } from './browser/open-browser.ts'
import { fillSmallSite, type MainPage } from './browser/small-site.ts'
import { type Bench, type Row, unmeasured } from './running/bench.ts'
import { startSite } from './servers/ours.ts'

const mostScript = 100 * 1024
/** Those whose code may weigh no more than that. */
const light = ['landing', 'discover', 'track']

type Weight = {
  firstScript: number
  script: number
  picture: number
  all: number
  requests: number
}

export const bench: Bench = {
  about: `What comes over the wire for each main page in a browser that has never seen the site, with gzip: the code that the
page needs to be there, and everything until the line has fallen silent, which includes what comes only when nothing else is
to be done (the player's extras, toasts). Bytes do not change from round to round, so there is one.`,
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
    const firstScript = wire.of('Script')
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(3000)
    const [script, picture] = [wire.of('Script'), wire.of('Image')]
    return { firstScript, script, picture, all: wire.all(), requests }
  } finally {
    await close()
  }
}

const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

function toRows({ name }: MainPage, weight: Weight): Row[] {
  const { firstScript, script, picture, all, requests } = weight
  const isLight = light.includes(name)
  return [
    {
      work: `${name}, JavaScript until its heading is there`,
      figure: kibibytes(firstScript),
      ...(isLight && { goal: { text: '≤ 100 KiB', met: firstScript <= mostScript } }),
    },
    {
      work: `${name}, everything`,
      figure: `${kibibytes(all)} in ${requests} requests: JavaScript ${kibibytes(script)}, pictures ${kibibytes(picture)}`,
    },
  ]
}
