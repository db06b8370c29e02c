import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { isDatabaseDown } from './error-codes.ts'
import { openPostgres, type Postgres } from './open.ts'
import {
  postmasterPid,
  startOwner,
  type TemporaryFolder,
  temporaryFolder,
} from './testing/processes.ts'

let folder: TemporaryFolder
beforeAll(async () => {
  folder = temporaryFolder()
  await prepareCluster(folder.directory)
})
afterAll(() => folder.remove())

const open = (log: (line: string) => void = () => {}) =>
  openPostgres({ kind: 'embedded', directory: folder.directory }, { exclusive: true, log })

async function storedIds({ pool }: Postgres): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: string }>('select id from stored')
  return new Set(rows.map((row) => Number(row.id)))
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })

/** Continues after a failure, as users do. */
function insertContinuously({ pool, db }: Postgres) {
  const acknowledged: number[] = []
  const failures: unknown[] = []
  const stopping = new AbortController()
  const work = async (worker: number) => {
    for (let id = worker; !stopping.signal.aborted; id += 8) {
      const statement = `insert into stored values (${id})`
      // Half of them in transactions, which hold a pool connection for longer.
      const insert = id % 2 ? pool.query(statement) : db.transaction((tx) => tx.execute(statement))
      await insert.then(
        () => acknowledged.push(id),
        (error) => failures.push(error),
      )
    }
  }
  const workers = Array.from({ length: 8 }, (_, worker) => work(worker))
  const stop = async () => {
    stopping.abort()
    await Promise.all(workers)
  }
  return { acknowledged, failures, stop }
}

test('a killed PostgreSQL restarts automatically, with every acknowledged row', async () => {
  const logLines: string[] = []
  const postgres = await open((line) => logLines.push(line))
  await postgres.pool.query('create table stored (id int primary key)')
  const { acknowledged, failures, stop } = insertContinuously(postgres)
  for (const kill of [true, true, false]) {
    const before = acknowledged.length
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 50))
    if (!kill) break
    const linesBefore = logLines.length
    process.kill(postmasterPid(folder.directory), 'SIGKILL')
    await eventually(() =>
      expect(logLines.slice(linesBefore)).toContain('The database is running again.'),
    )
  }
  await stop()
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((error) => !isDatabaseDown(error))).toEqual([])
  const stored = await storedIds(postgres)
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  await postgres.pool.query('drop table stored')
  await postgres.close()
}, 60_000)

// At random moments, and more often: chaos/crash/database.test.ts.
test('kill -9 of the server and of PostgreSQL loses no acknowledged row', async () => {
  const acknowledged = new Set<number>()
  const crashes = [
    { victim: 'server', enough: 2 },
    { victim: 'both', enough: 40 },
    { victim: 'PostgreSQL first', enough: 5 },
    { victim: 'both', enough: 300 },
    { victim: 'PostgreSQL first', enough: 130 },
    { victim: 'server', enough: 77 },
  ]
  for (const { victim, enough } of crashes) {
    const owner = startOwner(folder.directory, 'insert')
    await eventually(() => expect(owner.lines.length).toBeGreaterThan(enough))
    if (victim !== 'server') process.kill(postmasterPid(folder.directory), 'SIGKILL')
    if (victim === 'PostgreSQL first') {
      const before = owner.lines.length
      await eventually(() => expect(owner.lines.length).toBeGreaterThan(before + 5))
    }
    await owner.kill()
    for (const line of owner.lines)
      if (line.startsWith('stored ')) acknowledged.add(Number(line.slice('stored '.length)))
  }
  const postgres = await open()
  const stored = await storedIds(postgres)
  expect(acknowledged.size).toBeGreaterThan(2 * crashes.length)
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
  await postgres.close()
}, 60_000)
