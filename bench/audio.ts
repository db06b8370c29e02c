import path from 'node:path'
import { type Served, underLoad, writeScript } from './measuring/load.ts'
import { megabytesPerSecond, perSecond } from './measuring/spelling.ts'
import { atLeast, atMost, type Bench, type Row, type Setting, unmeasured } from './running/bench.ts'
import { inRounds, medianOf, type Rounds, ratioOf, type Way } from './running/rounds.ts'
import type { Server } from './servers/child.ts'
import { startNginx } from './servers/nginx.ts'
import { withSite } from './servers/site.ts'
import { putTracks, type TrackOnDisk } from './servers/tracks-on-disk.ts'

const files = 16
const size = 10_000_000
const piece = 1024 ** 2
const connections = 16

const ranges = Array.from({ length: 7 }, (_, index) => {
  const start = index * 1_300_007
  return `bytes=${start}-${start + piece - 1}`
})

export const bench: Bench = {
  about: `Tracks of 10 MB from disk to ${connections} listeners, in ranges of 1 MiB and whole, beside nginx with sendfile and one worker.
Ours looks up in PostgreSQL who may hear the track for every range. CPU is that of the web servers, for each GiB.`,
  needs: ['nginx', 'wrk'],
  run: (setting) =>
    withSite(setting, {}, async ({ server, postgres, objects }) => {
      const tracks = await putTracks(postgres.db, objects, { count: files, size })
      return beside(setting, server, objects, tracks)
    }),
}

async function beside(
  setting: Setting,
  ours: Server,
  objects: string,
  tracks: readonly TrackOnDisk[],
): Promise<Row[]> {
  const { wrk, nginx } = setting.tools
  if (!wrk) return [unmeasured('all of it', 'wrk')]
  if (!nginx) return [unmeasured('all of it', 'nginx')]
  const reference = await startNginx({
    nginx,
    folder: path.join(setting.scratch, 'nginx'),
    server: `root ${objects};`,
  })
  try {
    const asked = [
      { name: 'nginx', server: reference, paths: tracks.map(({ file }) => `/${file}`) },
      { name: 'ours', server: ours, paths: tracks.map(({ id }) => `/api/tracks/${id}/audio`) },
    ]
    await requireSameBytes(asked)
    const ways = await Promise.all(
      asked.flatMap((one) => [
        wayOf(setting, wrk, one, 'range'),
        wayOf(setting, wrk, one, 'whole'),
      ]),
    )
    return toRows(await inRounds(setting.rounds, ways))
  } finally {
    await reference.close()
  }
}

type Asked = { name: string; server: Server; paths: readonly string[] }
type Kind = 'range' | 'whole'

async function wayOf(
  { seconds, scratch }: Setting,
  wrk: string,
  { name, server, paths }: Asked,
  kind: Kind,
): Promise<Way<Served>> {
  const script = await writeScript(
    scratch,
    `${name}-${kind}`,
    paths,
    kind === 'range' ? ranges : [],
  )
  const load = { wrk, pids: [server.pid], url: server.url, connections, seconds, script }
  return { name: `${name}, ${kind}`, turn: () => underLoad(load) }
}

/** A figure is worth nothing if the answers differ. */
async function requireSameBytes(asked: readonly Asked[]) {
  const headers = { range: ranges[3] ?? '' }
  const answers = await Promise.all(
    asked.map(({ server, paths }) => fetch(server.url + paths[0], { headers })),
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
      work: `${name}, ${kind === 'range' ? '1 MiB of a track' : 'a whole track of 10 MB'}`,
      figure: `${perSecond(speed)}, ${megabytesPerSecond(bytes)}`,
      cpu: `${cpu.toFixed(2)} s per GiB`,
      ratio,
      ...(wanted && { goal: atLeast(wanted, ratio) }),
    }
  }
  const cpu = medianOf(found, 'ours, range', cpuPerGibibyte)
  return [
    row('nginx', 'range'),
    row('ours', 'range', 0.65),
    {
      work: 'ours, processor time at 1 MiB',
      figure: `${cpu.toFixed(2)} s per GiB`,
      goal: atMost(0.8, cpu, ' s'),
    },
    row('nginx', 'whole'),
    row('ours', 'whole', 0.7),
  ]
}

const cpuPerGibibyte = ({ cpuSeconds, bytesPerSecond, answered, perSecond: speed }: Served) =>
  cpuSeconds / ((bytesPerSecond * (answered / speed)) / 1024 ** 3)
