import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type pg from 'pg'
import { keepAddingPendingPlays } from '#server/modules/plays/pending.ts'
import { createPlayCounter } from '#server/modules/plays/play-counter.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { openPostgres, type Postgres } from '#server/platform/postgres/open.ts'
import { makeTracks, makeUser } from '#server/testing/factories.ts'
import { perSecond } from './measuring/spelling.ts'
import { atLeast, type Bench, type Goal, type Row } from './running/bench.ts'
import { inRounds, medianOf, type Rounds, ratioOf, type Way } from './running/rounds.ts'

const trackCount = 2000
/** As many as a server of one process answers at a time on a very busy evening. */
const manyCallers = 4000

const plainUpdate = 'update plain_counts set plays = plays + 1 where id = $1'
const trackUpdate = 'update tracks set play_count = play_count + 1 where id = $1'

const plain = 'one UPDATE per play, on a table with nothing but a counter'
const onTracks = 'one UPDATE per play, on our tracks'
const hotTrack = 'ours, one hot track'
const spread = `ours, ${trackCount} tracks`

export const bench: Bench = {
  about: `How many plays the counter takes in a second, without HTTP, each on disk before it is answered and each of a new
listener, beside what one would write first: an UPDATE for each. Processor time is that of Node alone.`,
  needs: [],
  async run({ rounds, seconds, scratch, log }) {
    const directory = path.join(scratch, 'postgres')
    const postgres = await openPostgres({ kind: 'own', directory }, { exclusive: true, log })
    try {
      await migrate(postgres)
      const adding = keepAddingPendingPlays(postgres.db, {
        onFailure: (error) => log(String(error)),
      })
      const found = await inRounds(rounds, await waysOf(postgres, seconds))
      await adding.stop()
      return toRows(found)
    } finally {
      await postgres.close()
    }
  },
}

type Found = { perSecond: number; cpuMicroseconds: number }

async function waysOf({ db, pool }: Postgres, seconds: number): Promise<Way<Found>[]> {
  const { id: userId } = await makeUser(db)
  const made = await makeTracks(
    db,
    Array.from({ length: trackCount }, () => ({ userId })),
  )
  const ids = made.map(({ id }) => id)
  const hot = ids[0] ?? ''
  await makePlainTable(pool, hot)
  const { count } = createPlayCounter(db)
  const counted = (trackId: string) => count({ trackId, listener: randomUUID(), viewer: undefined })
  const connections = pool.options.max
  const way = (name: string, callers: number, play: () => Promise<unknown>) => ({
    name,
    turn: () => playAway(callers, play, seconds),
  })
  return [
    way(plain, connections, () => pool.query(plainUpdate, [hot])),
    way(onTracks, connections, () => pool.query(trackUpdate, [hot])),
    way(hotTrack, manyCallers, () => counted(hot)),
    way(spread, manyCallers, () => counted(anyOf(ids))),
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
): Promise<Found> {
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

function toRows(found: Rounds<Found>): Row[] {
  const speed = (result: Found) => result.perSecond
  const row = (work: string, goalOf?: (ratio: number, perSecond: number) => Goal): Row => {
    const ratio = ratioOf(found, work, plain, speed)
    const median = medianOf(found, work, speed)
    const cpu = medianOf(found, work, (result) => result.cpuMicroseconds)
    return {
      work,
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

function anyOf(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? ''
}
