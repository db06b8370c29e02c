import { desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import {
  dailyPlays,
  pendingPlays,
  playCount,
  tracks,
  trackTallies,
  uploads,
  users,
} from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'

type Totals = { tracks: number; publicTracks: number; plays: number; likes: number }

/** A few rows, however many tracks there are: docs/decisions/0011-counts.md. */
export async function sumTrackTotals(db: Db): Promise<Totals> {
  const { rows } = await db.execute<Totals>(sql`
    select coalesce(sum(tracks), 0)::int as tracks, coalesce(sum(public_tracks), 0)::int as "publicTracks",
      coalesce(sum(plays), 0)::float8 + (select coalesce(sum(plays), 0) from ${pendingPlays}) as plays,
      coalesce(sum(likes), 0)::float8 as likes
    from ${trackTallies}`)
  return rows[0] ?? { tracks: 0, publicTracks: 0, plays: 0, likes: 0 }
}

/** Like the two queries below it reads all uploads: a third of a second for a million. */
export async function sumStoredBytes(db: Db) {
  const { rows } = await db.execute<{ originals: number; renditions: number; images: number }>(sql`
    select coalesce(sum(size) filter (where kind = 'audio' and object_path not like '%.mp4'), 0)::float8 as originals,
      coalesce(sum(size) filter (where kind = 'audio' and object_path like '%.mp4'), 0)::float8 as renditions,
      coalesce(sum(size) filter (where kind = 'image'), 0)::float8 as images
    from ${uploads} where state = 'used'`)
  return rows[0] ?? { originals: 0, renditions: 0, images: 0 }
}

export function findLargestUsers(db: Db, limit: number) {
  const bytes = sql<number>`sum(${uploads.size})::float8`
  return db
    .select({ ...userSummaryColumns, bytes })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.userId))
    .where(eq(uploads.state, 'used'))
    .groupBy(users.id)
    .orderBy(desc(bytes), users.id)
    .limit(limit)
}

export type LargestUser = Awaited<ReturnType<typeof findLargestUsers>>[number]

/** Months in UTC, oldest first: the bytes that came in each and are still in use. */
export async function bytesOfLastMonths(db: Db, months: number) {
  const { rows } = await db.execute<{ month: string; bytes: number }>(sql`
    select to_char(shown.month, 'YYYY-MM') as month, coalesce(added.bytes, 0)::float8 as bytes
    from generate_series(0, ${months - 1}::int) as ago,
      lateral (select date_trunc('month', now() at time zone 'utc') - make_interval(months => ago) as month) as shown
      left join (
        select date_trunc('month', registered_at at time zone 'utc') as month, sum(size) as bytes
        from ${uploads} where state = 'used' group by 1
      ) added using (month)
    order by shown.month`)
  return rows
}

/** Replaces many ledger rows by their sum. Rows of open transactions are compacted next time. */
export async function compactTrackTotals(db: Db, maxRows: number): Promise<void> {
  await db.execute(sql`
    with compacted as (
      delete from ${trackTallies} where ctid = any(array(
        select ctid from ${trackTallies} limit ${maxRows} for update skip locked))
      returning *
    )
    insert into ${trackTallies} (tracks, public_tracks, plays, likes)
    select sum(tracks), sum(public_tracks), sum(plays), sum(likes) from compacted having count(*) > 0`)
}

export const countUsers = (db: Db): Promise<number> => db.$count(users)

const rankedColumns = {
  id: tracks.id,
  slug: tracks.slug,
  title: tracks.title,
  playCount,
  likeCount: tracks.likeCount,
  createdAt: tracks.createdAt,
  user: userSummaryColumns,
}
const selectTracks = (db: Db) =>
  db.select(rankedColumns).from(tracks).innerJoin(users, eq(users.id, tracks.userId))

export type RankedTrack = Awaited<ReturnType<typeof selectTracks>>[number]

export async function findLatest(db: Db) {
  const rows = await selectTracks(db).orderBy(desc(tracks.createdAt), desc(tracks.id)).limit(1)
  return rows[0]
}

/** Written exactly as in the index. */
const engagement = sql`(${tracks.flushedPlays} + ${tracks.likeCount})`

export const mostPlayed = (db: Db, limit: number) => ranked(db, sql`${tracks.flushedPlays}`, limit)
export const mostLiked = (db: Db, limit: number) => ranked(db, sql`${tracks.likeCount}`, limit)
export const mostEngaging = (db: Db, limit: number) => ranked(db, engagement, limit)

function ranked(db: Db, score: SQL, limit: number) {
  return selectTracks(db).where(gt(score, 0)).orderBy(desc(score), desc(tracks.id)).limit(limit)
}

/** Days in UTC, including those without a play. */
export async function playsOfLastDays(db: Db, days: number) {
  const { rows } = await db.execute<{ day: string; plays: number }>(sql`
    select to_char(shown.day, 'YYYY-MM-DD') as day, coalesce(counted.plays, 0)::float8 as plays
    from generate_series(0, ${days - 1}::int) as ago,
      lateral (select (now() at time zone 'utc')::date - ago as day) as shown
      left join ${dailyPlays} counted using (day)
    order by shown.day`)
  return rows
}
