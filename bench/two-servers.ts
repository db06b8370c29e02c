import path from 'node:path'
import pg from 'pg'
import { startSession } from '#server/modules/auth/sessions.ts'
import { connect } from '#server/platform/postgres/open.ts'
import { freePort } from '#server/testing/free-port.ts'
import { settingsOf, startTestS3 } from '#server/testing/s3.ts'
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
const secret = 'a secret that both servers know, and it is long'

type Found = { perSecond: number; cpuMs: number }
type Work = { name: string; path: string; cookie?: string }
type Place = { name: string; front: Server; behind: readonly Server[] }

export const bench: Bench = {
  description: `Two servers compared with one, behind nginx with deploy/nginx.conf, on one PostgreSQL with 100,000 tracks and
one S3 store, which sends the audio itself once the server has presigned its URL. nginx, the database and the load generator
run on the same machine: with two cores they use what a second server would need, so that the ratio shows little more than
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
      const works = await chooseWorks(dataset.url, store !== undefined)
      const settings = store ? settingsOf(store.config) : {}
      const start = (name: string) =>
        startOne(path.join(context.scratch, name), dataset.url, settings)
      const places = await startPlaces(start, nginx, context, running)
      return toRows(works, await runRounds(context.rounds, waysOf(works, places, wrk, context)))
    } finally {
      for (const server of running.toReversed()) await server.close()
      await dataset.close()
      await store?.stop()
    }
  },
}

const startOne = (dataDir: string, databaseUrl: string, store: Record<string, string>) =>
  startSoundpost({
    dataDir,
    databaseUrl,
    settings: { SESSION_SECRET: secret, TRUST_PROXY: 'loopback', ...store },
  })

async function chooseWorks(url: string, hasStore: boolean): Promise<Work[]> {
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
  const cookie = `sid=${await startSession(postgres.db, user_id, '')}`
  await postgres.close()
  return [
    { name: 'home list of a visitor', path: '/api/discover' },
    { name: 'home list of a person', path: '/api/discover', cookie },
    { name: 'a track', path: `/api/tracks/slug/${slug}` },
    { name: 'search', path: '/api/search?q=night%20tra&limit=5' },
    ...(hasStore ? [{ name: 'the way to its sound', path: `/api/tracks/${id}/audio` }] : []),
  ]
}

/** One nginx in front of the first server alone, and one in front of both. */
async function startPlaces(
  start: (name: string) => Promise<Server>,
  nginx: string,
  { scratch }: BenchContext,
  running: Server[],
): Promise<Place[]> {
  const keep = async (starting: Promise<Server>) => {
    const server = await starting
    running.push(server)
    return server
  }
  const servers = [await keep(start('one')), await keep(start('two'))]
  const place = async (name: string, behind: readonly Server[]) => {
    const folder = path.join(scratch, `nginx-${behind.length}`)
    const urls = behind.map(({ url }) => url)
    const front = await keep(
      startReverseProxy({ nginx, folder, port: await freePort(), servers: urls }),
    )
    return { name, front, behind }
  }
  return [await place('one server', servers.slice(0, 1)), await place('two servers', servers)]
}

const nameOf = (work: Work, place: string) => `${work.name}, ${place}`

function waysOf(
  works: readonly Work[],
  places: readonly Place[],
  wrk: string,
  { seconds }: BenchContext,
): Variant<Found>[] {
  return works.flatMap((work) =>
    places.map(({ name, front, behind }) => ({
      name: nameOf(work, name),
      run: async () => {
        const served = await runLoad({
          wrk,
          pids: [front, ...behind].map(({ pid }) => pid),
          url: front.url + work.path,
          connections,
          seconds,
          ...(work.cookie && { headers: { cookie: work.cookie } }),
        })
        const cpuMs = (served.cpuSeconds * 1000) / served.requests
        return { perSecond: served.perSecond, cpuMs }
      },
    })),
  )
}

function toRows(works: readonly Work[], found: Rounds<Found>): Row[] {
  const speed = (one: Found) => one.perSecond
  return works.flatMap((work) => {
    const alone = nameOf(work, 'one server')
    return [alone, nameOf(work, 'two servers')].map((name) => ({
      work: name,
      figure: perSecond(medianOf(found, name, speed)),
      cpu: milliseconds(medianOf(found, name, (one) => one.cpuMs)),
      ratio: ratioOf(found, name, alone, speed),
    }))
  })
}
