import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { describeForLog } from '#server/platform/log/serialize-error.ts'

/** A recurring job. A failed run is not repeated: the next one does its work. */
export type Task = {
  name: string
  /** In UTC: `17 * * * *` is 17 minutes after every hour. */
  cron: string
  run(): Promise<void>
}

/** Jobs that are added one by one. A failed run is repeated, at growing intervals. */
type QueueOptions<Data> = {
  name: string
  run(data: Data): Promise<void>
  /** Seconds to the first retry, at most twice as many. */
  retryDelay: number
  /** The longest time between retries, in seconds. */
  maxRetryDelay: number
  /** Seconds after which a job is given up. */
  retryFor: number
}
export type Queue<Data> = {
  add(data: Data): Promise<void>
  status(): Promise<QueueStatus>
}

/** The status of a queue, which every server sees alike. */
export type QueueStatus = {
  /** How many jobs are waiting or running. */
  waiting: number
  /** Why and when a job that will be retried failed last. */
  lastFailure: { message: string; at: Date } | undefined
}

/** Background jobs, coordinated through PostgreSQL: one of the servers does each run. */
export type Jobs = {
  schedule(task: Task): Promise<void>
  openQueue<Data extends object>(options: QueueOptions<Data>): Promise<Queue<Data>>
  /** Waits a few seconds for running jobs to finish. */
  close(): Promise<void>
}

type Options = {
  log: (line: string) => void
  /** The polling interval for due jobs. */
  pollSeconds?: number
}

const queueConcurrency = 2
const hourSeconds = 60 * 60
/** A run that takes longer was interrupted: its server was killed. */
const queueOptions = {
  retryLimit: 0,
  expireInSeconds: hourSeconds,
  deleteAfterSeconds: 24 * hourSeconds,
}

type StatusRow = { waiting: number; message: string | null; at: Date | null }
/** Not the statistics of pg-boss, which are minutes old. */
const statusQuery = `
  select count(*)::int as waiting,
    (array_agg(message order by started_on desc) filter (where message is not null))[1] as message,
    max(started_on) filter (where message is not null) as at
  from pgboss.job,
    lateral (select coalesce(output ->> 'message', output #>> '{value,message}') as message) as failure
  where name = $1 and state in ('created', 'retry', 'active')`

export async function openJobs(url: string, { log, pollSeconds = 15 }: Options): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'soundpost jobs',
    max: 2,
    connectionTimeoutMillis: 5000,
    // For pg's pool: after a failover the address may still name the former primary for a moment.
    ...{ maxLifetimeSeconds: 60 },
  })
  let isClosing = false
  boss.on('error', (error) => {
    // The database may stop before it has closed the connections that pg-boss has ended.
    if (!isClosing) log(`Background job: ${describeForLog(error)}`)
  })
  await boss.start()
  return {
    async schedule({ name, cron, run }) {
      await boss.createQueue(name, { policy: 'exclusive', ...queueOptions })
      await boss.updateQueue(name, queueOptions)
      await boss.work(name, { pollingIntervalSeconds: pollSeconds }, () =>
        run().catch((error: unknown) => {
          // Logged, because pg-boss would only store the reason in a table.
          log(`Background job "${name}" failed: ${describeForLog(error)}`)
        }),
      )
      await boss.schedule(name, cron, null, { tz: 'UTC' })
    },
    async openQueue({ name, run, retryDelay, maxRetryDelay, retryFor }) {
      const options = {
        retryLimit: 100,
        retryDelay,
        retryBackoff: true,
        retryDelayMax: maxRetryDelay,
        expireInSeconds: 5 * 60,
        retentionSeconds: retryFor,
        deleteAfterSeconds: hourSeconds,
      }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
      const work = async ([job]: JobWithMetadata<object>[]) => {
        if (!job) return
        const isTooOld = Date.now() - job.createdOn.getTime() > retryFor * 1000
        try {
          if (!isTooOld) await run(job.data as never)
        } catch (error) {
          const reason = describeForLog(error)
          log(`Background job "${name}" failed and is retried: ${reason}`)
          // pg-boss stores it with the job.
          throw new Error(reason)
        }
        if (isTooOld) log(`Background job "${name}" was given up.`)
        // pg-boss would keep the row of a completed job.
        await boss.deleteJob(name, job.id)
      }
      const polling = {
        pollingIntervalSeconds: Math.min(pollSeconds, 2),
        includeMetadata: true,
      } as const
      // Several workers: a job that waits for a server that does not respond does not delay the others.
      for (let worker = 0; worker < queueConcurrency; worker++) await boss.work(name, polling, work)
      return {
        async add(data) {
          await boss.send(name, data)
        },
        async status() {
          const { rows } = await boss.getDb().executeSql(statusQuery, [name])
          const { waiting, message, at } = rows[0] as StatusRow
          return { waiting, lastFailure: message && at ? { message, at } : undefined }
        },
      }
    },
    async close() {
      isClosing = true
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
