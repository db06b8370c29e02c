import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#server/testing/free-port.ts'
import { openBrowser } from './browser/open-browser.ts'
import { fillSmallSite } from './browser/small-site.ts'
import { type Bench, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, runRounds } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

/**
 * Installed by npm on first use, not as a dependency: with its tracing libraries it is 130 MB, and
 * only this benchmark uses it.
 */
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const
const minScore = 95
/** The pages that a visitor opens first. */
const firstPages = new Set(['landing', 'discover', 'track', 'playlist', 'profile'])

type Figures = Record<(typeof categories)[number] | keyof typeof metrics, number>

export const bench: Bench = {
  description: `Lighthouse with its mobile settings (simulated slow 4G, a CPU four times slower than this one) and an empty cache: scores for
performance, accessibility, best practices and SEO; largest paint, blocking time and layout shift. The goals are for the scores
of the pages that a visitor opens first, on an idle machine; load lowers the performance score alone. The search page is noindex,
which lowers its SEO score.`,
  tools: ['chromium'],
  async run({ rounds, scratch, tools, log }) {
    const { chromium } = tools
    if (!chromium) return [notMeasured('Lighthouse', 'chromium')]
    const server = await startSoundpost({ dataDir: `${scratch}/data` })
    try {
      const pages = await fillSmallSite(server.url)
      const variants = pages.map(({ name, path }) => {
        const run = () =>
          visit(chromium, scratch, server.url + path, (audit) => log(`${name}: ${audit}`))
        // Lighthouse loses a trace now and then and asks to be run again (NO_NAVSTART).
        return { name, run: () => run().catch(run) }
      })
      const results = await runRounds(rounds, variants)
      return variants.map(({ name }) => toRow(name, results))
    } finally {
      await server.close()
    }
  },
}

async function visit(
  chromium: string,
  scratch: string,
  url: string,
  reportFailure: (failed: string) => void,
): Promise<Figures> {
  const port = await freePort()
  const browser = await openBrowser(chromium, [`--remote-debugging-port=${port}`])
  try {
    const report = await audit(url, port, path.join(scratch, 'lighthouse.json'))
    for (const { id, title, score, scoreDisplayMode } of Object.values(report.audits))
      if (scoreDisplayMode === 'binary' && score === 0) reportFailure(`${id}, ${title}`)
    return read(report)
  } finally {
    await browser.close()
  }
}

/** The fields of Lighthouse's JSON report that are used here. */
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    {
      id: string
      title: string
      score: number | null
      scoreDisplayMode: string
      numericValue?: number
    }
  >
}

async function audit(url: string, port: number, output: string): Promise<Report> {
  const options = [`--port=${port}`, `--only-categories=${categories.join(',')}`, '--quiet']
  const command = ['lighthouse', url, ...options, '--output=json', `--output-path=${output}`]
  await promisify(execFile)('npm', ['exec', '--yes', `--package=${lighthouse}`, '--', ...command], {
    shell: process.platform === 'win32',
  })
  return JSON.parse(await readFile(output, 'utf8')) as Report
}

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

function toRow(page: string, results: Rounds<Figures>): Row {
  const of = (name: keyof Figures) => medianOf(results, page, (figures) => figures[name])
  const lowest = Math.min(...categories.map(of))
  const vitals = `${(of('lcp') / 1000).toFixed(1)} s, ${Math.round(of('tbt'))} ms, ${of('cls').toFixed(3)}`
  return {
    label: page,
    figure: `${categories.map(of).join(', ')}; ${vitals}`,
    ...(firstPages.has(page) && { goal: { text: `≥ ${minScore}`, met: lowest >= minScore } }),
  }
}
