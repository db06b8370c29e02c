import { sql } from 'drizzle-orm'
import { providerRecords } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Told, Total } from './distributed-counter.ts'

const kind = 'Count'

/** Adds to what all servers together have counted, in windows that are open, and answers the sums. */
export async function addToCounts(db: Db, told: readonly Told[]): Promise<Total[]> {
  // In one order on every server, so that two of them never wait for each other.
  const sorted = told.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const isOver = sql`${providerRecords.expiresAt} <= now()`
  const { rows } = await db.execute<Total>(sql`
    insert into ${providerRecords} (kind, id, payload, expires_at)
    select ${kind}, id, json_build_object('count', amount), now() + make_interval(secs => ms / 1000.0)
    from unnest(
      ${sql.param(sorted.map(({ id }) => id))}::text[],
      ${sql.param(sorted.map(({ amount }) => amount))}::int[],
      ${sql.param(sorted.map(({ msLeft }) => Math.ceil(msLeft)))}::int[]
    ) as told (id, amount, ms)
    on conflict (kind, id) do update set
      payload = case when ${isOver} then excluded.payload else json_build_object('count',
        (${providerRecords.payload} ->> 'count')::int + (excluded.payload ->> 'count')::int) end,
      expires_at = case when ${isOver} then excluded.expires_at else ${providerRecords.expiresAt} end
    returning id, (payload ->> 'count')::int as count,
      greatest(0, extract(epoch from expires_at - now()) * 1000)::int as "msLeft"`)
  return rows
}
