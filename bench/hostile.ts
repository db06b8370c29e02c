import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { makeUser } from '#server/testing/factories.ts'
import {
  interlacedPng,
  manyEntriesZip,
  manyTagsMp3,
  progressiveJpeg,
  textBombPng,
} from '#server/testing/hostile-files.ts'
import { createImage } from '#server/testing/sample-files.ts'
import { mebibytes, milliseconds } from './measurement/format.ts'
import { type Attack, type Measurement, measureOthers } from './measurement/others.ts'
import { memoryOfTree } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'
import { putTracks } from './servers/tracks-on-disk.ts'
import { requestUploadUrl } from './servers/upload.ts'

const attackers = 2
/** Between two uploads of an attacker: 36 times as often as the quota of 200 files an hour permits in the long run. */
const pauseMs = 500
const quiet = 'no uploads'
const harmless = 'a text of 300 KB, rejected by its first bytes'
const large = 'a text of 15 MB, rejected by its first bytes'
const ordinary = 'an ordinary image, accepted'

const files: { name: string; as: 'audio' | 'artwork'; make(): Buffer | Promise<Buffer> }[] = [
  { name: harmless, as: 'artwork', make: () => Buffer.alloc(300_000, 'text ') },
  { name: large, as: 'audio', make: () => Buffer.alloc(15_400_000, 'text ') },
  { name: 'PNG of 39,999,999 × 1', as: 'artwork', make: () => interlacedPng(39_999_999, 1) },
  { name: 'PNG of 1 × 39,999,999', as: 'artwork', make: () => interlacedPng(1, 39_999_999) },
  { name: 'JPEG with 2,000 scans', as: 'artwork', make: () => progressiveJpeg(2000) },
  { name: 'JPEG with 50,000 scans', as: 'artwork', make: () => progressiveJpeg(50_000) },
  { name: 'PNG with texts of 800 MB', as: 'artwork', make: () => textBombPng(100) },
  { name: 'ZIP of 1 MB as an image', as: 'artwork', make: () => manyEntriesZip(1_000_000) },
  { name: 'ZIP of 1 MB as audio', as: 'audio', make: () => manyEntriesZip(1_000_000) },
  { name: 'MP3 with a million tags', as: 'audio', make: manyTagsMp3 },
  {
    name: 'PNG of 5,000 × 6,000, 16 bits, interlaced',
    as: 'artwork',
    make: () => interlacedPng(5000, 6000),
  },
  {
    name: ordinary,
    as: 'artwork',
    make: () => createImage({ width: 3000, height: 3000, format: 'jpeg' }),
  },
]

export const bench: Bench = {
  description: `What hostile uploads cost others: ${attackers} users upload and register a file twice a second each, while others
request the home feed, a search, a track's audio and its page in turn. *Figure* is the median and 95th percentile of those
requests, peak memory, and the response to the upload; *CPU each* is that of a check, *ratio* that of the medians.`,
  tools: [],
  run: (context) => withBenchServer(context, {}, (benchServer) => rowsOf(context, benchServer)),
}

async function rowsOf(context: BenchContext, benchServer: BenchServer): Promise<Row[]> {
  const { db } = benchServer.postgres
  const cookies: string[] = []
  for (let user = 0; user < attackers; user++)
    cookies.push(await benchServer.signIn((await makeUser(db)).id))
  const [track] = await putTracks(db, benchServer.objects, { count: 20, size: 1_000_000 })
  const paths = [
    '/api/discover',
    '/api/search?q=river',
    `/api/tracks/${track?.id}/audio`,
    `/api/tracks/${track?.id}`,
  ]
  const { server } = benchServer
  const others = { server, paths, seconds: context.seconds, memoryOf: memoryOfTree }
  const during = (name: string, attack: Attack) => ({
    name,
    run: () => measureOthers(others, attack),
  })
  const variants: Variant<Measurement>[] = [during(quiet, async () => [])]
  for (const { name, as, make } of files) {
    const bytes = await make()
    const upload = (cookie: string) => uploadAndRegister(benchServer, { cookie, as, bytes })
    variants.push(
      during(name, async (isOver) => {
        const statuses = await Promise.all(cookies.map((cookie) => repeat(isOver, cookie, upload)))
        return statuses.flat()
      }),
    )
  }
  const results = await runRounds(context.rounds, variants)
  return variants.map(({ name }) => toRow(results, name))
}

async function repeat(
  isOver: () => boolean,
  cookie: string,
  upload: (cookie: string) => Promise<string>,
): Promise<string[]> {
  const statuses: string[] = []
  while (!isOver()) {
    const [status] = await Promise.all([upload(cookie), delay(pauseMs)])
    statuses.push(status)
  }
  return statuses
}

async function uploadAndRegister(
  { server }: BenchServer,
  { cookie, as, bytes }: { cookie: string; as: 'audio' | 'artwork'; bytes: Buffer },
): Promise<string> {
  const uploadUrl = await requestUploadUrl(server, cookie)
  // Unique, as different files would be.
  const body = new Uint8Array(Buffer.concat([bytes, randomBytes(8)]))
  await fetch(uploadUrl, { method: 'PUT', body })
  const response = await fetch(`${server.url}/api/tracks/${as}`, {
    method: 'PUT',
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ [`${as}URL`]: uploadUrl }),
  })
  await response.arrayBuffer()
  return String(response.status)
}

function toRow(results: Rounds<Measurement>, name: string): Row {
  const of = (read: (measurement: Measurement) => number) => medianOf(results, name, read)
  const ratio = ratioOf(results, name, quiet, ({ median }) => median)
  const latency = `${milliseconds(of(({ median }) => median))}, ${milliseconds(of(({ slow }) => slow))}`
  const memory = mebibytes(of((measurement) => measurement.memory))
  if (name === quiet) return { label: name, figure: `${latency}; ${memory}`, ratio }
  const { statuses = '' } = results.get(name)?.[0] ?? {}
  return {
    label: name,
    figure: `${latency}; ${memory}; ${statuses}`,
    cpu: milliseconds(of(({ cpuPerRequest }) => cpuPerRequest) * 1000, 0),
    ratio,
    ...(name !== harmless && name !== large && { goal: atMost(1.5, ratio) }),
  }
}
