import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { createPlayCounter } from '#server/modules/plays/play-counter.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { tracks, users } from '#server/platform/postgres/schema.ts'

/**
 * How many plays a second can be counted, each on disk before it is answered and each of a new
 * listener, beside what one would write first: an UPDATE for each. `node bench/plays.ts`
 */

const ROUNDS = 3
const SECONDS = 3
const TRACKS = 2000
/** As many as a server of one process answers at a time on a very busy evening. */
const CALLERS = 4000

const plainUpdate = 'update plain_counts set plays = plays + 1 where id = $1'
const trackUpdate = 'update tracks set play_count = play_count + 1 where id = $1'

type Way = { name: string; callers: number; play(): Promise<unknown> }
type Result = { perSecond: number; cpuMicroseconds: number }

const temporary = mkdtempSync(path.join(tmpdir(), 'soundpost-bench-'))
const directory = path.join(temporary, 'postgres')
const postgres = await openPostgres({ kind: 'own', directory }, { exclusive: true, log() {} })
try {
  await migrate(postgres)
  const ids = await makeTracks()
  const hot = ids[0] ?? ''
  await makePlainTable(postgres.pool, hot)
  const { count } = createPlayCounter(postgres.db)
  const counted = (trackId: string) => count({ trackId, listener: randomUUID(), viewer: undefined })
  const connections = postgres.pool.options.max
  const ways: Way[] = [
    {
      name: 'one UPDATE per play, on a table with nothing but a counter',
      callers: connections,
      play: () => postgres.pool.query(plainUpdate, [hot]),
    },
    {
      name: 'one UPDATE per play, on our tracks',
      callers: connections,
      play: () => postgres.pool.query(trackUpdate, [hot]),
    },
    { name: 'ours, one hot track', callers: CALLERS, play: () => counted(hot) },
    { name: `ours, ${TRACKS} tracks`, callers: CALLERS, play: () => counted(anyOf(ids)) },
  ]
  report(ways, await measure(ways))
} finally {
  await postgres.close()
  rmSync(temporary, { recursive: true, force: true })
}

async function makeTracks(): Promise<string[]> {
  const { db } = postgres
  const person = { username: 'bench', issuer: 'bench', subject: 'bench' }
  const [user] = await db.insert(users).values(person).returning({ id: users.id })
  const ids: string[] = []
  while (user && ids.length < TRACKS) {
    const rows = Array.from({ length: 100 }, () => {
      const id = randomUUID()
      return { id, userId: user.id, title: 'Salt Marsh', slug: id, audioUrl: id }
    })
    await db.insert(tracks).values(rows)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

async function makePlainTable(pool: pg.Pool, id: string) {
  await pool.query('create table plain_counts (id uuid primary key, plays int not null)')
  await pool.query('insert into plain_counts values ($1, 0)', [id])
}

/** Round after round, each way in turn, so that a noisy neighbour troubles all alike. */
async function measure(all: readonly Way[]): Promise<Map<Way, Result[]>> {
  const results = new Map<Way, Result[]>(all.map((way) => [way, []]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const way of all) {
      const result = await run(way, round === 0 ? 1 : SECONDS)
      if (round > 0) results.get(way)?.push(result)
    }
  return results
}

async function run({ callers, play }: Way, seconds: number): Promise<Result> {
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

function report(all: readonly Way[], results: ReadonlyMap<Way, Result[]>) {
  const rows = all.map((way) => {
    const rounds = results.get(way) ?? []
    return {
      name: way.name,
      perSecond: median(rounds.map((result) => result.perSecond)),
      cpu: median(rounds.map((result) => result.cpuMicroseconds)),
    }
  })
  const reference = rows[0]?.perSecond ?? 1
  for (const { name, perSecond, cpu } of rows)
    console.log(
      `${name.padEnd(60)} ${Math.round(perSecond).toLocaleString('en').padStart(8)} /s` +
        ` ${(perSecond / reference).toFixed(1).padStart(6)} × ${cpu.toFixed(1).padStart(7)} µs CPU of Node`,
    )
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function anyOf(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? ''
}
