import { milliseconds, perSecond } from './measurement/format.ts'
import { pointQueries } from './measurement/pgbench.ts'
import { cpuSeconds } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { median, medianOf, type Rounds, runRounds, type Variant } from './runner/rounds.ts'
import { type BenchServer, firstAndLastUser, withBenchServer } from './servers/bench-server.ts'
import { type CallKind, sampleCalls } from './workloads/calls.ts'

const sizes = [1000, 100_000, 1_000_000] as const
const callsPerIteration = 24
const point = "pgbench's point query"

export const bench: Bench = {
  description: `The API calls of the pages, sequentially, at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} tracks: milliseconds of CPU time
per call, Node and PostgreSQL together, and the last compared with the one before. *CPU each* is PostgreSQL's share at the
largest size, *ratio* compares it with pgbench reading one row by its key. Words of any title
find more users and playlists where there are more, so that responses are longer.`,
  tools: ['pgbench'],
  run: (context) => openAll(context, [], (benchServers) => rowsOf(context, benchServers)),
}

async function openAll(
  context: BenchContext,
  open: readonly BenchServer[],
  measureServers: (benchServers: readonly BenchServer[]) => Promise<Row[]>,
): Promise<Row[]> {
  const tracks = sizes[open.length]
  if (tracks === undefined) return measureServers(open)
  return withBenchServer(context, { tracks }, (benchServer) =>
    openAll(context, [...open, benchServer], measureServers),
  )
}

type Measurement = { wallMs: number; node: number; postgres: number }

async function rowsOf(context: BenchContext, benchServers: readonly BenchServer[]): Promise<Row[]> {
  const kinds: CallKind[][] = []
  for (const [index, benchServer] of benchServers.entries())
    kinds.push(await sampleCalls(benchServer.postgres, sizes[index] ?? 0))
  const variants: Variant<Measurement>[] = []
  for (const { name } of kinds[0] ?? [])
    for (const [index, benchServer] of benchServers.entries()) {
      const kind = kinds[index]?.find((candidate) => candidate.name === name)
      if (kind) variants.push(await variantFor(benchServer, kind, nameAt(name, sizes[index])))
    }
  const reference = referenceOf(context, benchServers.at(-1))
  const results = await runRounds(context.rounds, reference ? [reference, ...variants] : variants)
  const names = (kinds[0] ?? []).map(({ name }) => name)
  return [
    reference ? referenceRow(results) : notMeasured(point, 'pgbench'),
    ...names.map((name) => toRow(results, name)),
  ]
}

const nameAt = (name: string, size: number | undefined) => `${name} at ${size}`

async function variantFor(
  benchServer: BenchServer,
  { paths, as }: CallKind,
  name: string,
): Promise<Variant<Measurement>> {
  const { user, administrator } = await firstAndLastUser(benchServer.postgres)
  const cookie =
    as === 'visitor'
      ? {}
      : { cookie: await benchServer.signIn(as === 'user' ? user : administrator) }
  return {
    name,
    async run() {
      const wallTimes: number[] = []
      const before = [cpuSeconds(benchServer.server.pid), cpuSeconds(benchServer.postgresPid)]
      for (let call = 0; call < callsPerIteration; call++) {
        const start = performance.now()
        await sendRequest(benchServer.server.url + paths[call % paths.length], cookie)
        wallTimes.push(performance.now() - start)
      }
      const each = (pid: number, seconds = 0) =>
        ((cpuSeconds(pid) - seconds) / callsPerIteration) * 1000
      return {
        wallMs: median(wallTimes),
        node: each(benchServer.server.pid, before[0]),
        postgres: each(benchServer.postgresPid, before[1]),
      }
    },
  }
}

async function sendRequest(target: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(target, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${target} returned ${response.status}.`)
}

function referenceOf(
  { tools, scratch, seconds }: BenchContext,
  benchServer?: BenchServer,
): Variant<Measurement> | undefined {
  const { pgbench } = tools
  if (!pgbench || !benchServer) return undefined
  const { url } = benchServer.postgres
  const options = {
    pgbench,
    url,
    pid: benchServer.postgresPid,
    folder: scratch,
    size: 1_000_000,
    seconds,
  }
  return {
    name: point,
    async run() {
      const { perSecond: speed, cpuMilliseconds } = await pointQueries(options)
      return { wallMs: 1000 / speed, node: 0, postgres: cpuMilliseconds }
    },
  }
}

function referenceRow(results: Rounds<Measurement>): Row {
  return {
    label: point,
    figure: perSecond(medianOf(results, point, ({ wallMs }) => 1000 / wallMs)),
    cpu: milliseconds(
      medianOf(results, point, ({ postgres }) => postgres),
      3,
    ),
    ratio: 1,
  }
}

function toRow(results: Rounds<Measurement>, name: string): Row {
  const cost = (size: number) =>
    medianOf(results, nameAt(name, size), ({ node, postgres }) => node + postgres)
  const [small = 0, middle = 0, large = 0] = sizes.map(cost)
  const inPostgres = medianOf(results, nameAt(name, 1_000_000), ({ postgres }) => postgres)
  const reference = medianOf(results, point, ({ postgres }) => postgres)
  const growth = large / middle
  return {
    label: name,
    figure: `${[small, middle, large].map((each) => each.toFixed(2)).join(' / ')} ms, ${growth.toFixed(2)} ×`,
    cpu: milliseconds(inPostgres),
    ...(Number.isFinite(reference) && { ratio: inPostgres / reference }),
    goal: atMost(1.2, growth, ' ×'),
  }
}
