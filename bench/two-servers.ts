import path from 'node:path'
import pg from 'pg'
import { connect } from '#server/platform/postgres/open.ts'
import { freePort } from '#server/testing/free-port.ts'
import { settingsOf, startTestS3 } from '#server/testing/s3.ts'
import { startTestSession, testSessionSecret } from '#server/testing/sessions.ts'
import { openDataset } from './dataset/open.ts'
import { milliseconds, perSecond } from './measurement/format.ts'
import { runLoad } from './measurement/http-load.ts'
import { type Bench, type BenchContext, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startReverseProxy } from './servers/reverse-proxy.ts'
import type { Server } from './servers/server-process.ts'
import { startSoundpost } from './servers/soundpost.ts'

const tracks = 100_000
const connections = 64

type Measurement = { perSecond: number; cpuMs: number }
type Workload = { name: string; path: string; cookie?: string }
type Deployment = { name: string; proxy: Server; servers: readonly Server[] }

export const bench: Bench = {
  description: `One server and two behind nginx with deploy/nginx.conf, on one PostgreSQL with 100,000 tracks and one S3 store, which sends
the audio itself. nginx, the database and the load generator run on the same two cores, so that the ratio shows little more than
that the second server is not blocked. CPU time is that of servers and nginx.`,
  tools: ['nginx', 'wrk'],
  async run(context) {
    const { nginx, wrk } = context.tools
    if (!nginx) return [notMeasured('two servers behind nginx', 'nginx')]
    if (!wrk) return [notMeasured('two servers behind nginx', 'wrk')]
    const store = await startTestS3()
    const dataset = await openDataset(tracks, context.datasets, context.log)
    const running: Server[] = []
    try {
      const workloads = await chooseWorkloads(dataset.url, store !== undefined)
      const settings = store ? settingsOf(store.config) : {}
      const start = (name: string) =>
        startOne(path.join(context.scratch, name), dataset.url, settings)
      const deployments = await startDeployments(start, nginx, context, running)
      return toRows(
        workloads,
        await runRounds(context.rounds, variantsFor(workloads, deployments, wrk, context)),
      )
    } finally {
      for (const server of running.toReversed()) await server.close()
      await dataset.close()
    }
  },
}

const startOne = (dataDir: string, databaseUrl: string, store: Record<string, string>) =>
  startSoundpost({
    dataDir,
    databaseUrl,
    settings: { SESSION_SECRET: testSessionSecret, TRUST_PROXY: 'loopback', ...store },
  })

async function chooseWorkloads(url: string, hasStore: boolean): Promise<Workload[]> {
  const postgres = connect(
    url,
    () => {},
    async () => {},
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; slug: string; user_id: string }>(
    `select id, slug, user_id from tracks where privacy = 'public' order by play_count desc limit 1`,
  )
  await client.end()
  const { id = '', slug = '', user_id = '' } = rows[0] ?? {}
  const cookie = `sid=${await startTestSession(postgres.db, user_id)}`
  await postgres.close()
  return [
    { name: 'home feed of a visitor', path: '/api/discover' },
    { name: 'home feed of a user', path: '/api/discover', cookie },
    { name: 'a track', path: `/api/tracks/slug/${slug}` },
    { name: 'search', path: '/api/search?q=night%20tra&limit=5' },
    ...(hasStore ? [{ name: 'redirect to its audio', path: `/api/tracks/${id}/audio` }] : []),
  ]
}

/** One nginx in front of the first server alone, and one in front of both. */
async function startDeployments(
  start: (name: string) => Promise<Server>,
  nginx: string,
  { scratch }: BenchContext,
  running: Server[],
): Promise<Deployment[]> {
  const register = async (starting: Promise<Server>) => {
    const server = await starting
    running.push(server)
    return server
  }
  const servers = [await register(start('one')), await register(start('two'))]
  const deployment = async (name: string, servers: readonly Server[]) => {
    const folder = path.join(scratch, `nginx-${servers.length}`)
    const urls = servers.map(({ url }) => url)
    const proxy = await register(
      startReverseProxy({ nginx, folder, port: await freePort(), servers: urls }),
    )
    return { name, proxy, servers }
  }
  return [
    await deployment('one server', servers.slice(0, 1)),
    await deployment('two servers', servers),
  ]
}

const nameOf = (workload: Workload, deployment: string) => `${workload.name}, ${deployment}`

function variantsFor(
  workloads: readonly Workload[],
  deployments: readonly Deployment[],
  wrk: string,
  { seconds }: BenchContext,
): Variant<Measurement>[] {
  return workloads.flatMap((workload) =>
    deployments.map(({ name, proxy, servers }) => ({
      name: nameOf(workload, name),
      run: async () => {
        const served = await runLoad({
          wrk,
          pids: [proxy, ...servers].map(({ pid }) => pid),
          url: proxy.url + workload.path,
          connections,
          seconds,
          ...(workload.cookie && { headers: { cookie: workload.cookie } }),
        })
        const cpuMs = (served.cpuSeconds * 1000) / served.requests
        return { perSecond: served.perSecond, cpuMs }
      },
    })),
  )
}

function toRows(workloads: readonly Workload[], results: Rounds<Measurement>): Row[] {
  const speed = (measurement: Measurement) => measurement.perSecond
  return workloads.map((workload) => {
    const alone = nameOf(workload, 'one server')
    const together = nameOf(workload, 'two servers')
    const both = (format: (value: number) => string, read: (measurement: Measurement) => number) =>
      [alone, together].map((name) => format(medianOf(results, name, read))).join(', ')
    return {
      label: workload.name,
      figure: both(perSecond, speed),
      cpu: both(
        (ms) => milliseconds(ms),
        ({ cpuMs }) => cpuMs,
      ),
      ratio: ratioOf(results, together, alone, speed),
    }
  })
}
