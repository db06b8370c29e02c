import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import type { Discovery } from '#contract/discover.ts'
import { percentile } from './measuring/measure.ts'

const help = `node bench/lighthouse.ts [--rounds 5] [--site http://localhost:3000] [url …]

What Lighthouse says of the landing page, the home page and a track page of a site that is running
(with npm run demo before, there is something to see), or of the addresses given. Mobile settings;
the median of the rounds. CHROMIUM_PATH names the browser, if not Playwright's own.`

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

type Figures = Record<(typeof categories)[number] | keyof typeof metrics | 'script', number>
type Visit = { figures: Figures; failed: string[] }

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    site: { type: 'string', default: 'http://localhost:3000' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) console.log(help)
else await printFigures(positionals.length > 0 ? positionals : await pagesOf(options.site))

async function pagesOf(site: string): Promise<string[]> {
  const answer = await fetch(`${site}/api/discover`)
  const [track] = ((await answer.json()) as Discovery).curated
  if (!track) throw new Error('The site has no tracks. Run "npm run demo" first.')
  return ['/', '/discover', `/track/${track.slug}`].map((path) => site + path)
}

async function printFigures(addresses: string[]) {
  const rounds = Number(options.rounds)
  const visits = new Map<string, Visit[]>(addresses.map((address) => [address, []]))
  for (let round = 0; round < rounds; round++)
    for (const [address, taken] of visits) taken.push(await visit(address))
  console.table(
    Object.fromEntries([...visits].map(([address, taken]) => [pathOf(address), median(taken)])),
  )
  for (const [address, taken] of visits) {
    const failed = new Set(taken.flatMap((one) => one.failed))
    for (const audit of failed) console.log(`${pathOf(address)}: ${audit}`)
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname
}

/** One page, opened by a browser that has never seen the site. */
async function visit(address: string): Promise<Visit> {
  const port = 9_000 + Math.floor(Math.random() * 1_000)
  const executablePath = process.env['CHROMIUM_PATH']
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

function median(taken: Visit[]): Figures {
  const names = [...categories, 'lcp', 'tbt', 'cls', 'script'] as const
  const middle = (name: keyof Figures) =>
    percentile(
      taken.map(({ figures }) => figures[name]),
      0.5,
    )
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Figures
}
