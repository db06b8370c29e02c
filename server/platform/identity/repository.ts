import { and, eq, sql } from 'drizzle-orm'
import { providerRecords } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Increments the count of the current window, or starts a new window, in one atomic statement. */
export async function recordAttempt(db: Db, kind: string, key: string, windowSeconds: number) {
  const isExpired = sql`${providerRecords.expiresAt} <= now()`
  const windowEnd = sql`now() + make_interval(secs => ${windowSeconds})`
  const rows = await db
    .insert(providerRecords)
    .values({ kind, id: key, payload: { count: 1 }, expiresAt: windowEnd })
    .onConflictDoUpdate({
      target: [providerRecords.kind, providerRecords.id],
      set: {
        payload: sql`json_build_object('count', case when ${isExpired} then 1 else (${providerRecords.payload} ->> 'count')::int + 1 end)`,
        expiresAt: sql`case when ${isExpired} then ${windowEnd} else ${providerRecords.expiresAt} end`,
      },
    })
    .returning({
      count: sql<number>`(${providerRecords.payload} ->> 'count')::int`,
      secondsLeft: sql<number>`ceil(extract(epoch from ${providerRecords.expiresAt} - now()))::int`,
    })
  return rows[0] ?? { count: 1, secondsLeft: windowSeconds }
}

export async function deleteAttempts(db: Db, kind: string, key: string) {
  await db
    .delete(providerRecords)
    .where(and(eq(providerRecords.kind, kind), eq(providerRecords.id, key)))
}
