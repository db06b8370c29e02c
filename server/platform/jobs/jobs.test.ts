import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { openJobs } from './jobs.ts'

const database = setUpTestDatabase()

async function openServer(log: (line: string) => void = () => {}) {
  const jobs = await openJobs(database.url, { log, pollSeconds: 0.5 })
  onTestFinished(() => jobs.close())
  return jobs
}

/** Triggers a job as its schedule would. */
async function triggerJob(name: string) {
  const boss = new PgBoss({
    connectionString: database.url,
    schedule: false,
    supervise: false,
    max: 1,
  })
  await boss.start()
  await boss.send(name, null)
  await boss.stop()
}

const rarely = '0 0 29 2 *'
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })

test('a background job runs on one of several servers that start concurrently', async () => {
  const servers = await Promise.all([openServer(), openServer(), openServer()])
  let turns = 0
  const task = { name: 'one-of-many', cron: rarely, run: async () => void turns++ }
  await Promise.all(servers.map((server) => server.schedule(task)))
  for (const expected of [1, 2]) {
    await triggerJob(task.name)
    await eventually(() => expect(turns).toBe(expected))
  }
  await Promise.all(servers.map((server) => server.close()))
  expect(turns).toBe(2)
})

test('the log of a background job that fails has no parameters of its query', async () => {
  const lines: string[] = []
  const jobs = await openServer((line) => lines.push(line))
  const run = async () => {
    await database.postgres.db.execute(sql`select ${'ines@example.org'}::uuid`)
  }
  await jobs.schedule({ name: 'failing', cron: rarely, run })
  await triggerJob('failing')
  await eventually(() => expect(lines.join()).toContain('"failing" failed: Failed query: select'))
  expect(lines.join()).toContain('invalid input syntax for type uuid')
  expect(lines.join()).not.toContain('ines')
})

test('a background job that fails is logged, and runs again at the next time', async () => {
  const lines: string[] = []
  const jobs = await openServer((line) => lines.push(line))
  let turns = 0
  const run = async () => {
    turns += 1
    if (turns === 1) throw new Error('the store is away')
  }
  await jobs.schedule({ name: 'shaky', cron: rarely, run })
  await triggerJob('shaky')
  await eventually(() =>
    expect(lines).toEqual(['Background job "shaky" failed: the store is away']),
  )
  await vi.waitFor(async () => {
    await triggerJob('shaky')
    expect(turns).toBeGreaterThan(1)
  }, 15_000)
})

test('queue: every server knows how many jobs wait and why the last one failed, until they are done', async () => {
  const [server, other] = [await openServer(), await openServer()]
  let isDown = true
  const options = {
    name: 'letters',
    run: async ({ to }: { to: string }) => {
      if (isDown) throw new Error(`no post office for ${to}`)
    },
    retryDelay: 1,
    maxRetryDelay: 1,
    retryFor: 60,
  }
  const queue = await server.openQueue(options)
  expect(await queue.status()).toEqual({ waiting: 0, lastFailure: undefined })
  await queue.add({ to: 'Ines' })
  await vi.waitFor(async () => expect((await queue.status()).lastFailure).toBeDefined(), 15_000)
  await server.close()
  // Another server, or the same one after a restart. It has not tried yet.
  const restarted = await other.openQueue({ ...options, retryDelay: 60 })
  const { waiting, lastFailure } = await restarted.status()
  expect(waiting).toBe(1)
  expect(lastFailure).toEqual({ message: 'no post office for Ines', at: expect.any(Date) })
  isDown = false
  await vi.waitFor(
    async () => expect(await restarted.status()).toEqual({ waiting: 0, lastFailure: undefined }),
    15_000,
  )
})

test('a background job in flight finishes before the server stops', async () => {
  const jobs = await openServer()
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let isDone = false
  const run = async () => {
    started.resolve()
    await mayEnd.promise
    isDone = true
  }
  await jobs.schedule({ name: 'long', cron: rarely, run })
  await triggerJob('long')
  await started.promise
  const closed = jobs.close()
  mayEnd.resolve()
  await closed
  expect(isDone).toBe(true)
})

test('connections that the database ends while background jobs stop are not logged', async () => {
  const lines: string[] = []
  const jobs = await openServer((line) => lines.push(line))
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const run = () => {
    started.resolve()
    return mayEnd.promise
  }
  await jobs.schedule({ name: 'last', cron: rarely, run })
  await triggerJob('last')
  await started.promise
  const closed = jobs.close()
  const { rows } = await database.postgres.db.execute(sql`
      select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
      where datname = current_database() and application_name = 'soundpost jobs'`)
  expect(rows).toContainEqual({ ended: true })
  mayEnd.resolve()
  await closed
  expect(lines).toEqual([])
})
