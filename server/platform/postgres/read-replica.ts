import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from './pool.ts'

/** How far behind a replica may be when that is checked. */
const maxLagMs = 3000
const checkIntervalMs = 1000
/** How long whoever has written reads from the primary. */
export const recentWriteSeconds = 5
/** How old the data of a replica may be, even if the next check takes long. */
const maxAgeMs = recentWriteSeconds * 1000 - 500

const source = new AsyncLocalStorage<'primary' | 'replica'>()

export const readFromPrimary = <T>(read: () => T): T => source.run('primary', read)
/** What is read inside may be some seconds old. Inside `readFromPrimary` it is not. */
export const readFromReplica = <T>(read: () => T): T =>
  source.run(source.getStore() ?? 'replica', read)

export type ReadReplica = { close(): Promise<void> }
type Sample = { at: number; lsn: bigint }

/**
 * The age of the data of a replica that has replayed the WAL up to a position, from positions that the primary had
 * at certain times. Infinite if it is older than all of them.
 */
export function lagOf(replayed: bigint, samples: readonly Sample[], now: number): number {
  const seen = samples.findLast(({ lsn }) => lsn <= replayed)
  return seen ? now - seen.at : Number.POSITIVE_INFINITY
}

/** PostgreSQL writes `1/A0`: the upper and lower 32 bits. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Sends the queries inside `readFromReplica` to a streaming replica while it is less than three seconds behind. A query
 * that fails there, because the replica stops or the query writes, runs on the primary instead. Transactions always do.
 */
export function routeReads(
  primary: pg.Pool,
  url: string,
  log: (line: string) => void,
): ReadReplica {
  const replica = createPool({ connectionString: url }, () => {}, { isReplica: true })
  const query = primary.query.bind(primary) as (...args: unknown[]) => Promise<unknown>
  const queryReplica = replica.query.bind(replica) as typeof query
  const stopping = new AbortController()
  let freshUntil = 0

  primary.query = ((...args: unknown[]) => {
    if (Date.now() >= freshUntil || source.getStore() !== 'replica') return query(...args)
    return queryReplica(...args).catch(() => query(...args))
  }) as typeof primary.query

  const watching = watchLag()
  return {
    async close() {
      stopping.abort()
      await watching
      await replica.end()
    },
  }

  async function watchLag(): Promise<void> {
    const samples: Sample[] = []
    let isFresh = false
    while (!primary.ending && !stopping.signal.aborted) {
      const lag = await measureLag(samples).catch(() => Number.POSITIVE_INFINITY)
      freshUntil = lag < maxLagMs ? Date.now() - lag + maxAgeMs : 0
      if (isFresh !== freshUntil > 0 && !primary.ending) {
        isFresh = !isFresh
        log(
          isFresh
            ? 'The read replica is up to date: lists and pages are read from it.'
            : 'The read replica is behind or unavailable: everything is read from the primary.',
        )
      }
      await delay(checkIntervalMs, undefined, { ref: false, signal: stopping.signal }).catch(
        () => {},
      )
    }
    freshUntil = 0
  }

  async function measureLag(samples: Sample[]): Promise<number> {
    const at = Date.now()
    const lsn = await readLsn(query, 'pg_current_wal_lsn()')
    samples.push({ at, lsn })
    while (samples[0] && samples[0].at < at - maxLagMs) samples.shift()
    // Once it has been promoted it has a history of its own.
    const replayed = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`
    return lagOf(await readLsn(queryReplica, replayed), samples, Date.now())
  }
}

async function readLsn(
  query: (...args: unknown[]) => Promise<unknown>,
  expression: string,
): Promise<bigint> {
  const { rows } = (await query(`select ${expression} as lsn`)) as pg.QueryResult<{ lsn: string }>
  return parseLsn(rows[0]?.lsn ?? '0/0')
}
