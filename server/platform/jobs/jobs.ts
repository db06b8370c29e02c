import { PgBoss } from 'pg-boss'

/** Work that comes back by the clock. If a turn fails, the next one makes up for it. */
export type Task = {
  name: string
  /** In UTC: `17 * * * *` is 17 minutes after every hour. */
  cron: string
  run(): Promise<void>
}

/** Background work, agreed on in PostgreSQL: of any number of servers one does each turn. */
export type Jobs = {
  schedule(task: Task): Promise<void>
  /** Lets what is under way finish, for a few seconds. */
  close(): Promise<void>
}

type Options = {
  log: (line: string) => void
  /** How soon a turn that has come is noticed. */
  pollSeconds?: number
}

const HOUR = 60 * 60
/** A turn that is still not over by then was cut off: its server was killed. */
const turns = { retryLimit: 0, expireInSeconds: HOUR, deleteAfterSeconds: 24 * HOUR }

export async function openJobs(url: string, { log, pollSeconds = 15 }: Options): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'soundpost jobs',
    max: 2,
    connectionTimeoutMillis: 5000,
  })
  boss.on('error', (error) => log(`Background work: ${error.message}`))
  await boss.start()
  return {
    async schedule({ name, cron, run }) {
      await boss.createQueue(name, { policy: 'exclusive', ...turns })
      await boss.updateQueue(name, turns)
      await boss.work(name, { pollingIntervalSeconds: pollSeconds }, () =>
        run().catch((error: unknown) => {
          // pg-boss would keep the reason in a table, where nobody looks.
          log(`Background work "${name}" failed: ${error instanceof Error ? error.message : error}`)
        }),
      )
      await boss.schedule(name, cron, null, { tz: 'UTC' })
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
