import { eq, sql } from 'drizzle-orm'
import { rateLimits } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Delta, hashKey, type Total } from './distributed-counter.ts'

/** Adds to the counters of all servers and returns the sums. A window that has expired starts again. */
export async function addToCounters(db: Db, deltas: readonly Delta[]): Promise<Total[]> {
  // The same order on every server, so that two of them cannot deadlock.
  const sorted = deltas.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const isExpired = sql`${rateLimits.expiresAt} <= now()`
  const { rows } = await db.execute<Total>(sql`
    insert into ${rateLimits} (key, count, expires_at)
    select key, amount, now() + make_interval(secs => ms / 1000.0)
    from unnest(
      ${sql.param(sorted.map(({ key }) => key))}::text[],
      ${sql.param(sorted.map(({ amount }) => amount))}::int[],
      ${sql.param(sorted.map(({ msLeft }) => Math.ceil(msLeft)))}::int[]
    ) as delta (key, amount, ms)
    on conflict (key) do update set
      count = case when ${isExpired} then excluded.count else ${rateLimits.count} + excluded.count end,
      expires_at = case when ${isExpired} then excluded.expires_at else ${rateLimits.expiresAt} end
    returning key, count, greatest(0, extract(epoch from expires_at - now()) * 1000)::int as "msLeft"`)
  return rows
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key))
}

/**
 * For what all servers together may do only so often: true if it is this server's turn, which no other gets before
 * `endTurn`, or, if this one is killed, for so many seconds. Undone with the transaction.
 */
export async function takeTurn(tx: Db, name: string, maxSeconds: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into ${rateLimits} (key, count, expires_at)
    values (${hashKey(name)}, 1, now() + make_interval(secs => ${maxSeconds}))
    on conflict (key) do update set expires_at = excluded.expires_at
    where ${rateLimits.expiresAt} <= now()`)
  return rowCount === 1
}

/** The next turn begins so many seconds from now. */
export async function endTurn(db: Db, name: string, pauseSeconds: number): Promise<void> {
  await db
    .update(rateLimits)
    .set({ expiresAt: sql`now() + make_interval(secs => ${pauseSeconds})` })
    .where(eq(rateLimits.key, hashKey(name)))
}
