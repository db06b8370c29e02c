import { and, eq, sql } from 'drizzle-orm'
import { retentionListens, trackRetention, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** The track cannot be deleted until the transaction ends. */
export async function lockTrack(tx: Db, id: string) {
  const rows = await tx
    .select({ userId: tracks.userId, duration: tracks.duration })
    .from(tracks)
    .where(eq(tracks.id, id))
    .for('key share')
  return rows[0]
}

type NewListen = { id: string; trackId: string; month: string }

/** Whether the listen is new. */
export async function insertListen(tx: Db, listen: NewListen): Promise<boolean> {
  const { rowCount } = await tx.insert(retentionListens).values(listen).onConflictDoNothing()
  return rowCount === 1
}

export async function lockListen(tx: Db, { id, trackId }: { id: string; trackId: string }) {
  const rows = await tx
    .select({
      month: retentionListens.month,
      bucket: retentionListens.bucket,
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${retentionListens.startedAt})::float8`,
    })
    .from(retentionListens)
    .where(and(eq(retentionListens.id, id), eq(retentionListens.trackId, trackId)))
    .for('update')
  return rows[0]
}

export async function setBucket(tx: Db, id: string, bucket: number) {
  await tx.update(retentionListens).set({ bucket }).where(eq(retentionListens.id, id))
}

type Move = { trackId: string; month: string; from?: number; to: number }

/** Counts a listen in one bucket, and no longer in another. */
export async function moveBetweenBuckets(tx: Db, { trackId, month, from, to }: Move) {
  // Elements of arrays in PostgreSQL are counted from 1.
  const less =
    from === undefined ? sql`` : sql`listens[${from + 1}::int] = row.listens[${from + 1}::int] - 1,`
  await tx.execute(sql`
    insert into ${trackRetention} (track_id, month) values (${trackId}, ${month})
    on conflict do nothing`)
  await tx.execute(sql`
    update ${trackRetention} row set ${less} listens[${to + 1}::int] = row.listens[${to + 1}::int] + 1
    where track_id = ${trackId} and month = ${month}`)
}
