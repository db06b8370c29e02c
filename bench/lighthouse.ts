import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import type { Discovery } from '#contract/discover.ts'
import { openCatalogue } from './catalogue/open.ts'
import { percentile } from './measuring/measure.ts'
import { atMost, type Bench, type Row } from './running/bench.ts'
import { inRounds } from './running/rounds.ts'
import { startSite } from './servers/ours.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

type Figures = Record<(typeof categories)[number] | keyof typeof metrics | 'script', number>
type Visit = { figures: Figures; failed: string[] }

export const bench: Bench = {
  about: `What Lighthouse says of the landing page, the home page and a track page, with its settings for mobiles, in a browser
that has never seen the site. Script is what came over the wire.`,
  needs: ['chromium'],
  async run({ rounds, catalogues, scratch, log, tools }) {
    const catalogue = await openCatalogue(1000, catalogues, log)
    const site = await startSite({ dataDir: scratch, databaseUrl: catalogue.url })
    try {
      const ways = (await pagesOf(site.url)).map((address) => ({
        name: pathOf(address),
        turn: () => visit(address, tools.chromium),
      }))
      const found = await inRounds(rounds, ways)
      return ways.flatMap(({ name }) => toRows(name, found.get(name) ?? []))
    } finally {
      await site.close()
      await catalogue.close()
    }
  },
}

async function pagesOf(site: string): Promise<string[]> {
  const answer = await fetch(`${site}/api/discover`)
  const [track] = ((await answer.json()) as Discovery).curated
  if (!track) throw new Error('The site has no tracks.')
  return ['/', '/discover', `/track/${track.slug}`].map((path) => site + path)
}

function toRows(name: string, taken: readonly Visit[]): Row[] {
  const all = median(taken)
  const scores = categories.map((category) => all[category])
  const failed = new Set(taken.flatMap((one) => one.failed))
  return [
    {
      work: `${name}: ${categories.join(', ')}`,
      figure: scores.join(', '),
      goal: { text: '≥ 95 each', met: scores.every((score) => score >= 95) },
    },
    { work: `${name}: LCP`, figure: `${all.lcp} ms`, goal: atMost(1200, all.lcp, ' ms') },
    { work: `${name}: TBT`, figure: `${all.tbt} ms`, goal: atMost(200, all.tbt, ' ms') },
    { work: `${name}: CLS`, figure: String(all.cls), goal: atMost(0, all.cls) },
    {
      work: `${name}: script`,
      figure: `${(all.script / 1024).toFixed(1)} KiB`,
      goal: atMost(100, all.script / 1024, ' KiB'),
    },
    ...[...failed].map((audit) => ({ work: `${name}: failed audit`, figure: audit })),
  ]
}

function pathOf(address: string): string {
  return new URL(address).pathname
}

async function visit(address: string, executablePath: string | undefined): Promise<Visit> {
  const port = 9_000 + Math.floor(Math.random() * 1_000)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox'],
  })
  try {
    const result = await lighthouse(address, { port, onlyCategories: [...categories] })
    if (!result) throw new Error(`No answer from Lighthouse for ${address}`)
    return read(result.lhr)
  } finally {
    await browser.close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read({ categories: scored, audits }: Report): Visit {
  const score = (name: string) => Math.round((scored[name]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const figures: Figures = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: Math.round(value(metrics.lcp)),
    tbt: Math.round(value(metrics.tbt)),
    cls: Number(value(metrics.cls).toFixed(3)),
    script: scriptBytes(audits),
  }
  const failed = Object.values(audits).filter(
    ({ score: part, scoreDisplayMode }) => scoreDisplayMode === 'binary' && part === 0,
  )
  return { figures, failed: failed.map(({ id, title }) => `${id}, ${title}`) }
}

/** As sent over the wire. */
function scriptBytes(audits: Report['audits']): number {
  const details = audits['network-requests']?.details
  const sent = details?.type === 'table' ? details.items : []
  return sent
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
}

function median(taken: readonly Visit[]): Figures {
  const names = [...categories, 'lcp', 'tbt', 'cls', 'script'] as const
  const middle = (name: keyof Figures) =>
    percentile(
      taken.map(({ figures }) => figures[name]),
      0.5,
    )
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Figures
}
