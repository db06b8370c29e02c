import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { megabytesPerSecond, perSecond } from './measurement/format.ts'
import { type LoadResult, runLoad, writeScript } from './measurement/http-load.ts'
import { type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'
import { startNginx } from './servers/nginx.ts'
import type { Server } from './servers/server-process.ts'
import { startSoundpost } from './servers/soundpost.ts'
import { putTracks, type TrackOnDisk } from './servers/tracks-on-disk.ts'

const files = 16
const manyFiles = 64
const size = 10_000_000
const chunkSize = 1024 ** 2
const connections = 16

const ranges = Array.from({ length: 7 }, (_, index) => {
  const start = index * 1_300_007
  return `bytes=${start}-${start + chunkSize - 1}`
})

export const bench: Bench = {
  description: `${files} tracks of 10 MB from the disk store to ${connections} listeners, in ranges of 1 MiB and whole, compared with nginx with
sendfile and one worker. After the first round both read the files from the page cache. For every range Soundpost queries PostgreSQL for the access rights.
CPU is that of the web servers, per GiB.`,
  tools: ['nginx', 'wrk'],
  run: (context) =>
    withBenchServer(context, {}, async (benchServer) => {
      const { wrk, nginx } = context.tools
      if (!wrk) return [notMeasured('all of it', 'wrk')]
      if (!nginx) return [notMeasured('all of it', 'nginx')]
      const tracks = await putTracks(benchServer.postgres.db, benchServer.objects, {
        count: manyFiles,
        size,
      })
      const running: Server[] = []
      try {
        return await compare(context, { wrk, nginx }, benchServer, tracks, running)
      } finally {
        for (const server of running.toReversed()) await server.close()
      }
    }),
}

type Tools = { wrk: string; nginx: string }

async function compare(
  context: BenchContext,
  { wrk, nginx }: Tools,
  { server: soundpost, objects, postgres }: BenchServer,
  tracks: readonly TrackOnDisk[],
  running: Server[],
): Promise<Row[]> {
  const started = async (starting: Promise<Server>) => {
    const server = await starting
    running.push(server)
    return server
  }
  const folder = path.join(context.scratch, 'nginx')
  const reference = await started(startNginx({ nginx, folder, server: `root ${objects};` }))
  const upstream = await started(
    startSoundpost({
      dataDir: path.dirname(objects),
      databaseUrl: postgres.url,
      settings: { X_ACCEL_REDIRECT: '/files/', TRUST_PROXY: 'loopback' },
    }),
  )
  const proxied = await started(
    startNginx({ nginx, folder: `${folder}-proxy`, ...(await proxyTo(upstream, objects)) }),
  )
  const calls = tracks.map(({ id }) => `/api/tracks/${id}/audio`)
  const subjects: Subject[] = [
    { name: 'nginx', servers: [reference], paths: tracks.map(({ file }) => `/${file}`) },
    { name: 'Soundpost', servers: [soundpost], paths: calls },
    { name: 'Soundpost behind nginx', servers: [proxied, upstream], paths: calls },
  ]
  await assertSameBytes(subjects)
  const variants = await Promise.all(
    subjects.flatMap((one) => allKinds.map((kind) => variantOf(context, wrk, one, kind))),
  )
  return toRows(await runRounds(context.rounds, variants))
}

/** nginx authorizes each request with a subrequest to the server and sends the files itself, as in deploy/files.conf. */
async function proxyTo({ url }: Server, objects: string) {
  const files = path.join(import.meta.dirname, '../deploy/files.conf')
  return {
    proxyTo: `upstream soundpost { server ${new URL(url).host}; keepalive 64; }`,
    server: `location / {
      proxy_pass http://soundpost;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    ${(await readFile(files, 'utf8')).replace('/var/lib/soundpost/objects/', `${objects}/`)}`,
  }
}

const kinds = {
  range: { what: '1 MiB of a track', ranges, among: files },
  many: { what: `1 MiB of one of ${manyFiles} tracks`, ranges, among: manyFiles },
  whole: { what: 'a whole track of 10 MB', ranges: [], among: files },
} as const
type Kind = keyof typeof kinds
const allKinds = Object.keys(kinds) as Kind[]

/** Requests go to the first server; the others are behind it. */
type Subject = {
  name: string
  servers: readonly Server[]
  paths: readonly string[]
}

async function variantOf(
  { seconds, scratch }: BenchContext,
  wrk: string,
  { name, servers, paths }: Subject,
  kind: Kind,
): Promise<Variant<LoadResult>> {
  const { among, ranges } = kinds[kind]
  const file = `${name.replaceAll(/\W/g, '-')}-${kind}`
  const script = await writeScript(scratch, file, paths.slice(0, among), { ranges })
  const pids = servers.map(({ pid }) => pid)
  const url = servers[0]?.url ?? ''
  const load = { wrk, pids, url, connections, seconds, script }
  return { name: `${name}, ${kind}`, run: () => runLoad(load) }
}

/** The figures are comparable only if all responses are equal. */
async function assertSameBytes(subjects: readonly Subject[]) {
  const headers = { range: ranges[3] ?? '' }
  const responses = await Promise.all(
    subjects.map(({ servers, paths }) => fetch(`${servers[0]?.url}${paths[0]}`, { headers })),
  )
  const bodies = await Promise.all(
    responses.map(async (response) => Buffer.from(await response.bytes())),
  )
  const same = bodies.every((body) => body.length === chunkSize && bodies[0]?.equals(body))
  if (!same) throw new Error('The responses of the servers differ.')
}

function toRows(results: Rounds<LoadResult>): Row[] {
  const row = (name: string, kind: Kind): Row => {
    const variant = `${name}, ${kind}`
    const cpu = medianOf(results, variant, cpuPerGibibyte)
    const speed = medianOf(results, variant, (served) => served.perSecond)
    const bytes = medianOf(results, variant, (served) => served.bytesPerSecond)
    return {
      label: `${name}, ${kinds[kind].what}`,
      figure: `${perSecond(speed)}, ${megabytesPerSecond(bytes)}`,
      cpu: `${cpu.toFixed(2)} s per GiB`,
      ratio: ratioOf(results, variant, `nginx, ${kind}`, (served) => served.perSecond),
    }
  }
  const names = ['nginx', 'Soundpost', 'Soundpost behind nginx']
  return allKinds.flatMap((kind) => names.map((name) => row(name, kind)))
}

const cpuPerGibibyte = ({ cpuSeconds, bytesPerSecond, requests, perSecond: speed }: LoadResult) =>
  cpuSeconds / ((bytesPerSecond * (requests / speed)) / 1024 ** 3)
