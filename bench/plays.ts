import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { createPlayCounter } from '#server/modules/listening/plays/counter.ts'
import { startFlushLoop } from '#server/modules/listening/plays/flush-pending.ts'
import { openPostgres, type Postgres } from '#server/platform/postgres/open.ts'
import { makeTracks, makeUser } from '#server/testing/factories.ts'
import { perSecond } from './measurement/format.ts'
import { type LoadResult, runLoad, writeScript } from './measurement/http-load.ts'
import {
  atLeast,
  type Bench,
  type BenchContext,
  type Goal,
  notMeasured,
  type Row,
} from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

const trackCount = 2000
/** As many as one server process handles concurrently under high load. */
const manyCallers = 4000

const plainUpdate = 'update plain_counts set plays = plays + 1 where id = $1'
const trackUpdate = 'update tracks set play_count = play_count + 1 where id = $1'

const plain = 'one UPDATE per play, on a table with nothing but a counter'
const onTracks = 'one UPDATE per play, on our tracks'
const hotTrack = 'Soundpost, one hot track'
const spread = `Soundpost, ${trackCount} tracks`
const hotCall = 'the call itself, one hot track'
const spreadCalls = `the call itself, ${trackCount} tracks`
const connections = 256

export const bench: Bench = {
  description: `How many plays per second the counter accepts without HTTP, each on disk before the response and from a new listener,
compared with an UPDATE for each. Then as requests over ${connections} connections, where HTTP takes most of the time. CPU time is that
of Node alone.`,
  tools: ['wrk'],
  async run({ rounds, seconds, scratch, log, tools }) {
    const directory = path.join(scratch, 'postgres')
    const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: true, log })
    try {
      await migrate(postgres)
      const adding = startFlushLoop(postgres.db, {
        onFailure: (error) => log(String(error)),
      })
      const tracks = await makeAll(postgres)
      const counted = await runRounds(rounds, await variantsOf(postgres, tracks, seconds))
      await adding.stop()
      return [
        ...toRows(counted),
        ...(await callRows(postgres, tracks, { rounds, seconds, scratch, tools })),
      ]
    } finally {
      await postgres.close()
    }
  },
}

type Measurement = { perSecond: number; cpuMicroseconds: number }

async function makeAll({ db }: Postgres): Promise<string[]> {
  const { id: userId } = await makeUser(db)
  const made = await makeTracks(
    db,
    Array.from({ length: trackCount }, () => ({ userId })),
  )
  return made.map(({ id }) => id)
}

async function variantsOf(
  { db, pool }: Postgres,
  ids: readonly string[],
  seconds: number,
): Promise<Variant<Measurement>[]> {
  const hot = ids[0] ?? ''
  await makePlainTable(pool, hot)
  const { count } = createPlayCounter(db, 'UTC')
  const counted = (trackId: string) =>
    count({ trackId, listener: randomUUID(), viewer: undefined, source: 'site', referrer: null })
  const concurrency = pool.options.max
  const variant = (name: string, callers: number, play: () => Promise<unknown>) => ({
    name,
    run: () => playAway(callers, play, seconds),
  })
  return [
    variant(plain, concurrency, () => pool.query(plainUpdate, [hot])),
    variant(onTracks, concurrency, () => pool.query(trackUpdate, [hot])),
    variant(hotTrack, manyCallers, () => counted(hot)),
    variant(spread, manyCallers, () => counted(anyOf(ids))),
  ]
}

async function makePlainTable(pool: pg.Pool, id: string) {
  await pool.query('create table plain_counts (id uuid primary key, plays int not null)')
  await pool.query('insert into plain_counts values ($1, 0)', [id])
}

async function playAway(
  callers: number,
  play: () => Promise<unknown>,
  seconds: number,
): Promise<Measurement> {
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  let played = 0
  const call = async () => {
    while (performance.now() - start < seconds * 1000) {
      await play()
      played += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  const { user, system } = process.cpuUsage(cpuBefore)
  const elapsed = (performance.now() - start) / 1000
  return { perSecond: played / elapsed, cpuMicroseconds: (user + system) / played }
}

function toRows(results: Rounds<Measurement>): Row[] {
  const speed = (result: Measurement) => result.perSecond
  const row = (label: string, goalOf?: (ratio: number, perSecond: number) => Goal): Row => {
    const ratio = ratioOf(results, label, plain, speed)
    const median = medianOf(results, label, speed)
    const cpu = medianOf(results, label, (result) => result.cpuMicroseconds)
    return {
      label,
      figure: perSecond(median),
      cpu: `${cpu.toFixed(1)} µs`,
      ratio,
      ...(goalOf && { goal: goalOf(ratio, median) }),
    }
  }
  return [
    row(plain),
    row(onTracks),
    row(hotTrack, (ratio, median) => ({
      text: '≥ 15, ≥ 40,000 /s',
      met: ratio >= 15 && median >= 40_000,
    })),
    row(spread, (ratio) => atLeast(15, ratio)),
  ]
}

/** A request without a cookie comes from a new listener. */
async function callRows(
  { url: databaseUrl }: Postgres,
  ids: readonly string[],
  {
    rounds,
    seconds,
    scratch,
    tools: { wrk },
  }: Pick<BenchContext, 'rounds' | 'seconds' | 'scratch' | 'tools'>,
): Promise<Row[]> {
  if (!wrk) return [notMeasured(hotCall, 'wrk')]
  const server = await startSoundpost({ dataDir: path.join(scratch, 'data'), databaseUrl })
  const variant = async (name: string, tracks: readonly string[]): Promise<Variant<LoadResult>> => {
    const paths = tracks.map((id) => `/api/tracks/${id}/play`)
    const script = await writeScript(scratch, `plays-${tracks.length}`, paths, { method: 'POST' })
    const load = { wrk, pids: [server.pid], url: server.url, connections, seconds, script }
    return { name, run: () => runLoad(load) }
  }
  try {
    const results = await runRounds(rounds, [
      await variant(hotCall, ids.slice(0, 1)),
      await variant(spreadCalls, ids),
    ])
    return [hotCall, spreadCalls].map((label) => ({
      label,
      figure: perSecond(medianOf(results, label, (served) => served.perSecond)),
      cpu: `${medianOf(results, label, (served) => (served.cpuSeconds / served.requests) * 1e6).toFixed(1)} µs`,
    }))
  } finally {
    await server.close()
  }
}

function anyOf(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? ''
}
