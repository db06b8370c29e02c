import { eq, sql } from 'drizzle-orm'
import { rateLimits } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Adds to a counter and returns its sum. A window that has expired starts again. */
export async function addToCounter(db: Db, key: string, amount: number, windowMs: number) {
  const isExpired = sql`${rateLimits.expiresAt} <= now()`
  const { rows } = await db.execute<{ count: number; msLeft: number }>(sql`
    insert into ${rateLimits} (key, count, expires_at)
    values (${key}, ${amount}, now() + make_interval(secs => ${windowMs / 1000}))
    on conflict (key) do update set
      count = case when ${isExpired} then excluded.count else ${rateLimits.count} + excluded.count end,
      expires_at = case when ${isExpired} then excluded.expires_at else ${rateLimits.expiresAt} end
    returning count, greatest(0, extract(epoch from expires_at - now()) * 1000)::int as "msLeft"`)
  return rows[0] ?? { count: 0, msLeft: 0 }
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key))
}
