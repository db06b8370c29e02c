import { PgBoss } from 'pg-boss'
import { describeForLog } from '#server/platform/log/serialize-error.ts'

/** A recurring job. If a run fails, the next one makes up for it. */
export type Task = {
  name: string
  /** In UTC: `17 * * * *` is 17 minutes after every hour. */
  cron: string
  run(): Promise<void>
}

/** Background jobs, coordinated through PostgreSQL: one of the servers does each run. */
export type Jobs = {
  schedule(task: Task): Promise<void>
  /** Removes the schedule and the queue of a job that no longer exists. */
  remove(name: string): Promise<void>
  /** Waits a few seconds for running jobs to finish. */
  close(): Promise<void>
}

type Options = {
  log: (line: string) => void
  /** The polling interval for due jobs. */
  pollSeconds?: number
}

const HOUR = 60 * 60
/** A run that takes longer was interrupted: its server was killed. */
const queueOptions = { retryLimit: 0, expireInSeconds: HOUR, deleteAfterSeconds: 24 * HOUR }

export async function openJobs(url: string, { log, pollSeconds = 15 }: Options): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'soundpost jobs',
    max: 2,
    connectionTimeoutMillis: 5000,
  })
  boss.on('error', (error) => log(`Background job: ${describeForLog(error)}`))
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
    async remove(name) {
      await boss.unschedule(name)
      await boss.deleteQueue(name)
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
