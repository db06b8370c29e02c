import lighthouse from 'lighthouse'
import { freePort } from '#server/testing/free-port.ts'
import { openBrowser } from './browser/open-browser.ts'
import { fillSmallSite } from './browser/small-site.ts'
import { type Bench, type Row, unmeasured } from './running/bench.ts'
import { inRounds, medianOf, type Rounds } from './running/rounds.ts'
import { startSite } from './servers/ours.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const
const leastScore = 95
/** What a visitor sees first. */
const firstPages = new Set(['landing', 'discover', 'track'])

type Figures = Record<(typeof categories)[number] | keyof typeof metrics, number>

export const bench: Bench = {
  about: `What Lighthouse says of the main pages with its mobile settings (a simulated slow 4G line, a processor four times
slower than this one), each opened by a browser that has never seen the site. The goals are for the pages that a visitor
sees first, on a machine that has nothing else to do; load spoils the performance score, and nothing else. The page of
search results asks not to be indexed, which costs it SEO.`,
  needs: ['chromium'],
  async run({ rounds, scratch, tools, log }) {
    const { chromium } = tools
    if (!chromium) return [unmeasured('Lighthouse', 'chromium')]
    const site = await startSite({ dataDir: `${scratch}/site` })
    try {
      const pages = await fillSmallSite(site.url)
      const ways = pages.map(({ name, path }) => ({
        name,
        turn: () => visit(chromium, site.url + path, (audit) => log(`${name}: ${audit}`)),
      }))
      const found = await inRounds(rounds, ways)
      return ways.flatMap(({ name }) => toRows(name, found))
    } finally {
      await site.close()
    }
  },
}

async function visit(
  chromium: string,
  address: string,
  tell: (failed: string) => void,
): Promise<Figures> {
  const port = await freePort()
  const browser = await openBrowser(chromium, [`--remote-debugging-port=${port}`])
  try {
    const result = await lighthouse(address, { port, onlyCategories: [...categories] })
    if (!result) throw new Error(`No answer from Lighthouse for ${address}`)
    const { audits } = result.lhr
    for (const { id, title, score, scoreDisplayMode } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && score === 0) tell(`${id}, ${title}`)
    return read(result.lhr)
  } finally {
    await browser.close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read({ categories: scored, audits }: Report): Figures {
  const score = (name: string) => Math.round((scored[name]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: value(metrics.lcp),
    tbt: value(metrics.tbt),
    cls: value(metrics.cls),
  }
}

function toRows(page: string, found: Rounds<Figures>): Row[] {
  const of = (name: keyof Figures) => medianOf(found, page, (figures) => figures[name])
  const lowest = Math.min(...categories.map(of))
  return [
    {
      work: `${page}: performance, accessibility, best practices, SEO`,
      figure: categories.map(of).join(', '),
      ...(firstPages.has(page) && {
        goal: { text: `≥ ${leastScore}`, met: lowest >= leastScore },
      }),
    },
    {
      work: `${page}: largest paint, blocking time, layout shift`,
      figure: `${(of('lcp') / 1000).toFixed(1)} s, ${Math.round(of('tbt'))} ms, ${of('cls').toFixed(3)}`,
    },
  ]
}
