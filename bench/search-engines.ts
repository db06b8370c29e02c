import { sql } from 'drizzle-orm'
import { tracks } from '#server/database/schema.ts'
import { mebibytes, milliseconds } from './measurement/format.ts'
import { cpuSeconds, memoryOf, peakMemory } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, type Row } from './runner/bench.ts'
import { median } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'

const [small, large] = [100_000, 1_000_000]
/** Crawlers that read the whole sitemap at the same time. */
const crawlers = 4
/** Feeds read one after the other in each round. */
const feeds = 50

type Measurement = {
  urls: number
  idle: number
  peak: number
  indexMs: number
  fileMs: number
  fileCpuMs: number
  feedMs: number
  feedCpuMs: number
  unchangedMs: number
  unchangedCpuMs: number
}

export const bench: Bench = {
  description: `The whole sitemap, read by ${crawlers} crawlers at once, each one file after the other: memory of the server process, which must
not grow with the site, and the time of one file. Then the feed of the user with most tracks. *Ratio* is to ${small.toLocaleString('en')} tracks.`,
  tools: [],
  async run(context) {
    const results: Measurement[] = []
    for (const tracks of [small, large])
      results.push(
        await withBenchServer(context, { tracks }, (benchServer) => visit(context, benchServer)),
      )
    const [before, after] = results
    return before && after ? toRows(before, after) : []
  },
}

async function visit({ rounds }: BenchContext, benchServer: BenchServer): Promise<Measurement> {
  const { url, pid } = benchServer.server
  const feed = `${url}/profile/${await busiestUser(benchServer)}/feed.xml`
  const etag = (await fetch(feed)).headers.get('etag') ?? ''
  const idle = memoryOf(pid)
  const started = performance.now()
  const files = await readIndex(url)
  const indexMs = performance.now() - started
  let urls = 0
  const crawl = async () => {
    let count = 0
    for (const file of files) count += await countUrls(file)
    urls = count
  }
  const peaks: number[] = []
  const samples = { file: [] as Sample[], feed: [] as Sample[], unchanged: [] as Sample[] }
  for (let round = 0; round < rounds; round++) {
    peaks.push(await peakMemory(pid, () => Promise.all(Array.from({ length: crawlers }, crawl))))
    samples.file.push(await sample(pid, 1, () => countUrls(`${url}/sitemap/tracks-1.xml`)))
    samples.feed.push(await sample(pid, feeds, () => expectStatus(feed, 200)))
    samples.unchanged.push(await sample(pid, feeds, () => expectStatus(feed, 304, etag)))
  }
  const of = (list: Sample[], field: keyof Sample) => median(list.map((one) => one[field]))
  return {
    ...{ urls, idle, indexMs, peak: median(peaks) },
    ...{ fileMs: of(samples.file, 'ms'), fileCpuMs: of(samples.file, 'cpuMs') },
    ...{ feedMs: of(samples.feed, 'ms'), feedCpuMs: of(samples.feed, 'cpuMs') },
    ...{ unchangedMs: of(samples.unchanged, 'ms'), unchangedCpuMs: of(samples.unchanged, 'cpuMs') },
  }
}

async function busiestUser({ postgres }: BenchServer): Promise<string> {
  const [row] = await postgres.db
    .select({ id: tracks.userId })
    .from(tracks)
    .where(sql`${tracks.privacy} = 'public'`)
    .groupBy(tracks.userId)
    .orderBy(sql`count(*) desc`)
    .limit(1)
  return row?.id ?? ''
}

async function readIndex(url: string): Promise<string[]> {
  const response = await fetch(`${url}/sitemap.xml`)
  if (!response.ok) throw new Error(`The sitemap is not available: ${response.status}`)
  const xml = await response.text()
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, location = '']) => url + new URL(location).pathname,
  )
}

async function countUrls(file: string): Promise<number> {
  const response = await fetch(file)
  if (!response.ok || !response.body) throw new Error(`${file}: ${response.status}`)
  let count = 0
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream()))
    count += chunk.split('<url').length - 1
  return count
}

type Sample = { ms: number; cpuMs: number }

/** The average duration and CPU time of the server per call. */
async function sample(pid: number, count: number, call: () => Promise<unknown>): Promise<Sample> {
  const [start, cpu] = [performance.now(), cpuSeconds(pid)]
  for (let index = 0; index < count; index++) await call()
  const [ms, cpuMs] = [performance.now() - start, (cpuSeconds(pid) - cpu) * 1000]
  return { ms: ms / count, cpuMs: cpuMs / count }
}

async function expectStatus(url: string, status: number, etag?: string) {
  const response = await fetch(
    url,
    etag === undefined ? {} : { headers: { 'if-none-match': etag } },
  )
  await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${url}: ${response.status}`)
}

function toRows(before: Measurement, after: Measurement): Row[] {
  const row = (label: string, field: 'file' | 'feed' | 'unchanged'): Row => ({
    label,
    figure: milliseconds(after[`${field}Ms`]),
    cpu: milliseconds(after[`${field}CpuMs`]),
    ratio: after[`${field}CpuMs`] / before[`${field}CpuMs`],
  })
  return [
    {
      label: `sitemap of ${after.urls.toLocaleString('en')} addresses, ${crawlers} crawlers: peak memory`,
      figure: mebibytes(after.peak),
      ratio: after.peak / before.peak,
      goal: atMost(1.25, after.peak / before.peak),
    },
    {
      label: 'the same: more than when idle',
      figure: mebibytes(after.peak - after.idle),
    },
    {
      label: 'sitemap index',
      figure: milliseconds(after.indexMs),
      ratio: after.indexMs / before.indexMs,
    },
    row('a file of 50,000 tracks', 'file'),
    row('a feed of up to 300 items', 'feed'),
    row('the same feed, unchanged (304)', 'unchanged'),
  ]
}
