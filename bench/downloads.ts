import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Track } from '#contract/tracks.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import type { Browser } from '#server/testing/browser.ts'
import {
  commentsOpus,
  emptyCommentsOpus,
  emptyPagesOpus,
  manyItemsM4a,
} from '#server/testing/hostile-tags.ts'
import { createImage, wavOfSize } from '#server/testing/sample-files.ts'
import { createPlaylist, createTrack, mp3OfSize } from './browser/create-content.ts'
import { mebibytes, megabytesPerSecond, milliseconds } from './measurement/format.ts'
import { type Attack, type Measurement, measureOthers } from './measurement/others.ts'
import { memoryOf } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'
import { putTracks } from './servers/tracks-on-disk.ts'

const atOnce = 4
/** At least between two times four downloads: 48 times as often as the limit of 600 an hour permits. */
const pauseMs = 500
/** 16 Mbit/s. */
const bytesPerMs = 2000
const largeBytes = 100_000_000
const maxStartMs = 300
const maxExtraBytes = 100 * 1024 ** 2
const quiet = 'no downloads'
const ordinary = 'four of 16 MB, as anyone uploads them'

const hostile: { name: string; make(): Buffer }[] = [
  { name: 'Opus with 4 million empty comments', make: () => emptyCommentsOpus(4_000_000) },
  { name: 'Opus with 300,000 pages without segments', make: () => emptyPagesOpus(300_000) },
  { name: 'M4A with 95,000 items', make: () => manyItemsM4a(95_000) },
  { name: 'Opus with 507 KB of comments, which are kept', make: () => commentsOpus(39, 13_000) },
]

export const bench: Bench = {
  description: `What downloads of hostile files cost others: four at once at 16 Mbit/s each, again and again, while others request the home
feed, a search, a track's audio and its page in turn. *Figure* is the median and 95th percentile of those requests, and how
much more memory the server had at its peak than without downloads; *CPU each* is all of the server's, per download; *ratio* is
that of the medians. Then a file of 100 MB: when its first byte arrives, with a cover that was never sent before, and how fast
all of it is compared with the track's audio.`,
  tools: [],
  run: (context) =>
    withBenchServer(context, {}, async (benchServer) => [
      ...(await measureHostile(context, benchServer)),
      ...(await measureLarge(context, benchServer)),
    ]),
}

async function measureHostile(context: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { server, postgres, objects } = benchServer
  const artist = await createAccount(server.url, randomAccount())
  const [played] = await putTracks(postgres.db, objects, { count: 20, size: 1_000_000 })
  const paths = [
    '/api/discover',
    '/api/search?q=river',
    `/api/tracks/${played?.id}/audio`,
    `/api/tracks/${played?.id}`,
  ]
  const others = { server, paths, seconds: context.seconds, memoryOf }
  const during = (name: string, attack: Attack): Variant<Measurement> => ({
    name,
    run: () => measureOthers(others, attack),
  })
  const downloading = (name: string, urls: string[]) =>
    during(name, (isOver) => repeat(isOver, urls))
  const fourTimes = (url: string) => Array.from({ length: atOnce }, () => url)
  const variants = [during(quiet, async () => [])]
  const wav = await publish(artist, ordinary, wavOfSize(16_000_000))
  variants.push(downloading(ordinary, fourTimes(urlOf(server, wav))))
  const tracks: Track[] = []
  for (const { name, make } of hostile) {
    const track = await publish(artist, name, make())
    tracks.push(track)
    variants.push(downloading(name, fourTimes(urlOf(server, track))))
  }
  variants.push(
    downloading('a release of these four, as a ZIP', [
      await publishRelease(server, artist, tracks),
    ]),
  )
  const results = await runRounds(context.rounds, variants)
  return variants.map(({ name }) => toRow(results, name))
}

const urlOf = ({ url }: { url: string }, { id }: Track) => `${url}/api/tracks/${id}/download`

async function publish(artist: Browser, title: string, audio: Buffer): Promise<Track> {
  const cover = await createImage({ width: 1500, height: 1500, format: 'jpeg' })
  const track = await createTrack(artist, title, audio, cover)
  await artist.call('PUT', `/api/tracks/${track.id}`, { allowDownload: true })
  return track
}

async function publishRelease({ url }: { url: string }, artist: Browser, tracks: Track[]) {
  const { id } = await createPlaylist(artist, 'Hostile', tracks)
  await artist.call('PUT', `/api/playlists/${id}`, { type: 'album', allowDownload: true })
  return `${url}/api/playlists/${id}/download`
}

async function repeat(isOver: () => boolean, urls: readonly string[]): Promise<string[]> {
  const statuses: string[] = []
  while (!isOver()) {
    const read = (url: string) => readAtPace(url, isOver)
    const [received] = await Promise.all([Promise.all(urls.map(read)), delay(pauseMs)])
    statuses.push(...received)
  }
  return statuses
}

/** As over a connection of this speed, until it is over. Reading faster would delay what this process measures. */
async function readAtPace(url: string, isOver: () => boolean): Promise<string> {
  const begin = performance.now()
  const response = await open(url)
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (isOver()) break
    await delay(Math.max(0, bytes / bytesPerMs - (performance.now() - begin)))
  }
  return String(response.statusCode)
}

function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, resolve).once('error', reject)
  })
}

type Download = { bytes: number; startMs: number; endMs: number }

async function download(url: string): Promise<Download> {
  const begin = performance.now()
  const response = await open(url)
  let [bytes, startMs] = [0, 0]
  for await (const chunk of response) {
    if (bytes === 0) startMs = performance.now() - begin
    bytes += (chunk as Buffer).length
  }
  if (response.statusCode !== 200 || bytes !== Number(response.headers['content-length']))
    throw new Error(`Only ${bytes} bytes arrived, with ${response.statusCode}.`)
  return { bytes, startMs, endMs: performance.now() - begin }
}

function toRow(results: Rounds<Measurement>, name: string): Row {
  const of = (read: (measurement: Measurement) => number) => medianOf(results, name, read)
  const ratio = ratioOf(results, name, quiet, ({ median }) => median)
  const latency = `${milliseconds(of(({ median }) => median))}, ${milliseconds(of(({ slow }) => slow))}`
  if (name === quiet)
    return { label: name, figure: `${latency}; ${mebibytes(of(({ memory }) => memory))}`, ratio }
  const extra = of(({ memory }) => memory) - medianOf(results, quiet, ({ memory }) => memory)
  const { statuses = '' } = results.get(name)?.[0] ?? {}
  return {
    label: name,
    figure: `${latency}; ${mebibytes(extra)} more; ${statuses}`,
    cpu: milliseconds(of(({ cpuPerRequest }) => cpuPerRequest) * 1000, 0),
    ratio,
    goal: { text: '≤ 1.5, ≤ 100 MiB', met: ratio <= 1.5 && extra <= maxExtraBytes },
  }
}

async function measureLarge({ rounds }: BenchContext, { server }: BenchServer): Promise<Row[]> {
  const artist = await createAccount(server.url, randomAccount())
  const files = [
    { name: '100 MB wav', audio: wavOfSize(largeBytes) },
    { name: '100 MB mp3', audio: await mp3OfSize(largeBytes) },
  ]
  const rows: Row[] = []
  for (const { name, audio } of files) {
    const starts: Variant<Download> = {
      name: `${name}, first byte`,
      // A track of its own, so that nothing of it is remembered.
      run: async () => download(urlOf(server, await publish(artist, name, audio))),
    }
    const known = await publish(artist, name, audio)
    const whole: Variant<Download> = {
      name: `${name}, all of it`,
      run: () => download(urlOf(server, known)),
    }
    const asAudio: Variant<Download> = {
      name: `${name}, its audio`,
      run: () => download(`${server.url}/api/tracks/${known.id}/audio`),
    }
    const results = await runRounds(rounds, [starts, whole, asAudio])
    const startMs = medianOf(results, starts.name, (each) => each.startMs)
    rows.push({
      label: starts.name,
      figure: milliseconds(startMs),
      goal: atMost(maxStartMs, startMs, ' ms'),
    })
    for (const { name } of [whole, asAudio])
      rows.push({
        label: name,
        figure: megabytesPerSecond(medianOf(results, name, rateOf)),
        ratio: ratioOf(results, name, asAudio.name, rateOf),
      })
  }
  return rows
}

const rateOf = ({ bytes, endMs }: Download) => bytes / (endMs / 1000)
