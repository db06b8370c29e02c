import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { type Served, underLoad, writeScript } from './measuring/load.ts'
import { megabytesPerSecond, perSecond } from './measuring/spelling.ts'
import { atLeast, atMost, type Bench, type Row, type Setting, unmeasured } from './running/bench.ts'
import { inRounds, medianOf, type Rounds, ratioOf, type Way } from './running/rounds.ts'
import { type Server, startServer } from './servers/child.ts'
import { startNginx } from './servers/nginx.ts'
import { startSite } from './servers/ours.ts'
import { type Site, withSite } from './servers/site.ts'
import { putTracks, type TrackOnDisk } from './servers/tracks-on-disk.ts'

const files = 16
/** More than our server keeps in its own memory. */
const manyFiles = 64
const size = 10_000_000
const piece = 1024 ** 2
const connections = 16

const ranges = Array.from({ length: 7 }, (_, index) => {
  const start = index * 1_300_007
  return `bytes=${start}-${start + piece - 1}`
})

export const bench: Bench = {
  about: `${files} tracks of 10 MB from the disk store to ${connections} listeners, in ranges of 1 MiB and whole, beside nginx with sendfile and one
worker. After the first readings both have them in memory, nginx in the system's and ours in its own as far as they fit there:
of ${manyFiles} tracks less than half do. Ours looks up in PostgreSQL who may hear the track for every range. node:http alone has the
bytes in memory and asks nobody: no server in one Node process sends more. CPU is that of the web servers, for each GiB.`,
  needs: ['nginx', 'wrk'],
  run: (setting) =>
    withSite(setting, {}, async (site) => {
      const { wrk, nginx } = setting.tools
      if (!wrk) return [unmeasured('all of it', 'wrk')]
      if (!nginx) return [unmeasured('all of it', 'nginx')]
      const tracks = await putTracks(site.postgres.db, site.objects, { count: manyFiles, size })
      const running: Server[] = []
      try {
        return await beside(setting, { wrk, nginx }, site, tracks, running)
      } finally {
        for (const server of running.toReversed()) await server.close()
      }
    }),
}

type Tools = { wrk: string; nginx: string }

async function beside(
  setting: Setting,
  { wrk, nginx }: Tools,
  { server: ours, objects, postgres }: Site,
  tracks: readonly TrackOnDisk[],
  running: Server[],
): Promise<Row[]> {
  const started = async (starting: Promise<Server>) => {
    const server = await starting
    running.push(server)
    return server
  }
  const folder = path.join(setting.scratch, 'nginx')
  const reference = await started(startNginx({ nginx, folder, server: `root ${objects};` }))
  const hidden = await started(
    startSite({
      dataDir: path.dirname(objects),
      databaseUrl: postgres.url,
      settings: { X_ACCEL_REDIRECT: '/files/', TRUST_PROXY: 'loopback' },
    }),
  )
  const front = await started(
    startNginx({ nginx, folder: `${folder}-front`, ...(await before(hidden, objects)) }),
  )
  const inMemory = tracks.slice(0, files).map(({ file }) => path.join(objects, file))
  const bare = await started(startBare(inMemory))
  const calls = tracks.map(({ id }) => `/api/tracks/${id}/audio`)
  const asked: Asked[] = [
    { name: 'nginx', servers: [reference], paths: tracks.map(({ file }) => `/${file}`) },
    { name: 'ours', servers: [ours], paths: calls },
    { name: 'ours behind nginx', servers: [front, hidden], paths: calls },
    {
      name: 'node:http alone',
      servers: [bare],
      paths: inMemory.map((_, number) => `/${number}`),
      kinds: ['range'],
    },
  ]
  await requireSameBytes(asked)
  const ways = await Promise.all(
    asked.flatMap((one) => (one.kinds ?? allKinds).map((kind) => wayOf(setting, wrk, one, kind))),
  )
  return toRows(await inRounds(setting.rounds, ways))
}

/** nginx that asks our server who may hear what, and sends the files itself, as deploy/files.conf has it. */
async function before({ url }: Server, objects: string) {
  const files = path.join(import.meta.dirname, '../deploy/files.conf')
  return {
    before: `upstream soundpost { server ${new URL(url).host}; keepalive 64; }`,
    server: `location / {
      proxy_pass http://soundpost;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    ${(await readFile(files, 'utf8')).replace('/var/lib/soundpost/objects/', `${objects}/`)}`,
  }
}

async function startBare(inMemory: readonly string[]): Promise<Server> {
  const port = await freePort()
  return startServer({
    command: process.execPath,
    options: [path.join(import.meta.dirname, 'servers/bare-ranges.ts'), String(port), ...inMemory],
    url: `http://localhost:${port}`,
  })
}

const kinds = {
  range: { what: '1 MiB of a track', ranges, among: files },
  many: { what: `1 MiB of one of ${manyFiles} tracks`, ranges, among: manyFiles },
  whole: { what: 'a whole track of 10 MB', ranges: [], among: files },
} as const
type Kind = keyof typeof kinds
const allKinds = Object.keys(kinds) as Kind[]

/** The first of the servers is asked; the others work for it. */
type Asked = {
  name: string
  servers: readonly Server[]
  paths: readonly string[]
  kinds?: readonly Kind[]
}

async function wayOf(
  { seconds, scratch }: Setting,
  wrk: string,
  { name, servers, paths }: Asked,
  kind: Kind,
): Promise<Way<Served>> {
  const { among, ranges } = kinds[kind]
  const file = `${name.replaceAll(/\W/g, '-')}-${kind}`
  const script = await writeScript(scratch, file, paths.slice(0, among), { ranges })
  const pids = servers.map(({ pid }) => pid)
  const url = servers[0]?.url ?? ''
  const load = { wrk, pids, url, connections, seconds, script }
  return { name: `${name}, ${kind}`, turn: () => underLoad(load) }
}

/** A figure is worth nothing if the answers differ. */
async function requireSameBytes(asked: readonly Asked[]) {
  const headers = { range: ranges[3] ?? '' }
  const answers = await Promise.all(
    asked.map(({ servers, paths }) => fetch(`${servers[0]?.url}${paths[0]}`, { headers })),
  )
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.bytes())))
  const same = bodies.every((body) => body.length === piece && bodies[0]?.equals(body))
  if (!same) throw new Error('The servers answered different bytes.')
}

function toRows(found: Rounds<Served>): Row[] {
  const row = (name: string, kind: Kind, wanted?: number): Row => {
    const way = `${name}, ${kind}`
    const ratio = ratioOf(found, way, `nginx, ${kind}`, (served) => served.perSecond)
    const cpu = medianOf(found, way, cpuPerGibibyte)
    const speed = medianOf(found, way, (served) => served.perSecond)
    const bytes = medianOf(found, way, (served) => served.bytesPerSecond)
    return {
      work: `${name}, ${kinds[kind].what}`,
      figure: `${perSecond(speed)}, ${megabytesPerSecond(bytes)}`,
      cpu: `${cpu.toFixed(2)} s per GiB`,
      ratio,
      ...(wanted && { goal: atLeast(wanted, ratio) }),
    }
  }
  const processor = (name: string, kind: Kind, wanted: number): Row => {
    const cpu = medianOf(found, `${name}, ${kind}`, cpuPerGibibyte)
    const figure = `${cpu.toFixed(2)} s per GiB`
    const work = `${name}, processor time of ${kinds[kind].what}`
    return { work, figure, goal: atMost(wanted, cpu, ' s') }
  }
  return [
    row('nginx', 'range'),
    row('node:http alone', 'range'),
    row('ours', 'range', 0.65),
    row('ours behind nginx', 'range'),
    processor('ours', 'range', 0.8),
    processor('ours behind nginx', 'range', 0.45),
    row('nginx', 'many'),
    row('ours', 'many'),
    row('ours behind nginx', 'many'),
    processor('ours', 'many', 0.8),
    row('nginx', 'whole'),
    row('ours', 'whole', 0.7),
    row('ours behind nginx', 'whole'),
  ]
}

const cpuPerGibibyte = ({ cpuSeconds, bytesPerSecond, answered, perSecond: speed }: Served) =>
  cpuSeconds / ((bytesPerSecond * (answered / speed)) / 1024 ** 3)
