import { eq, sql } from 'drizzle-orm'
import { audioAnalyses, exports, reportedItems } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

type QueueLength = { queue: string; waiting: number; oldestSeconds: number }

const ageOf = (since: string) =>
  sql.raw(`coalesce(extract(epoch from now() - min(${since})), 0)::float8 as "oldestSeconds"`)

export async function findQueueLengths(db: Db): Promise<QueueLength[]> {
  const { rows } = await db.execute<QueueLength>(sql`
    select 'audio-processing' as queue, count(*)::int as waiting, ${ageOf('queued_at')}
    from ${audioAnalyses} where state = 'pending'
    union all
    select 'exports', count(*)::int, ${ageOf('created_at')} from ${exports} where state = 'pending'`)
  return [...rows, ...(await findJobs(db))]
}

/** Jobs of pg-boss that are due or running: a retry in an hour is not late. */
async function findJobs(db: Db): Promise<QueueLength[]> {
  // The first server that opens its jobs creates the table.
  const { rowCount } = await db.execute(sql`select where to_regclass('pgboss.job') is not null`)
  if (!rowCount) return []
  const { rows } = await db.execute<QueueLength>(sql`
    select queue.name as queue, count(job.id)::int as waiting, ${ageOf('job.start_after')}
    from pgboss.queue left join pgboss.job on job.name = queue.name
      and job.state in ('created', 'retry', 'active') and job.start_after <= now()
    group by queue.name`)
  return rows
}

export const countOpenReports = (db: Db): Promise<number> =>
  db.$count(reportedItems, eq(reportedItems.isOpen, true))
