import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isDatabaseDown } from './faults.ts'
import { openPostgres, type Postgres } from './open.ts'
import {
  postmasterPid,
  startOwner,
  type TemporaryFolder,
  temporaryFolder,
} from './testing/processes.ts'

let folder: TemporaryFolder
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

const open = (log: (line: string) => void = () => {}) =>
  openPostgres({ kind: 'own', directory: folder.directory }, { exclusive: true, log })

async function keptIds({ pool }: Postgres): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: string }>('select id from kept')
  return new Set(rows.map((row) => Number(row.id)))
}

test('a killed PostgreSQL comes back by itself, with every row that was acknowledged', async () => {
  const said: string[] = []
  const postgres = await open((line) => said.push(line))
  const { pool, db } = postgres
  await pool.query('create table kept (id int primary key)')
  const acknowledged: number[] = []
  const failures: unknown[] = []
  let stopped = false
  const insert = async (worker: number) => {
    for (let n = worker; !stopped; n += 8) {
      // Half of them in transactions, which hold a connection of the pool for longer.
      const work =
        n % 2
          ? pool.query(`insert into kept values (${n})`)
          : db.transaction((tx) => tx.execute(`insert into kept values (${n})`))
      await work.then(
        () => acknowledged.push(n),
        (error) => failures.push(error),
      )
    }
  }
  const workers = Array.from({ length: 8 }, (_, worker) => insert(worker))
  for (const _ of [1, 2]) {
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50))
    const killedAt = said.length
    process.kill(postmasterPid(folder.directory), 'SIGKILL')
    await vi.waitFor(() => expect(said.slice(killedAt)).toContain('The database is back.'), {
      timeout: 15_000,
    })
  }
  const before = acknowledged.length
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50))
  stopped = true
  await Promise.all(workers)
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((error) => !isDatabaseDown(error))).toEqual([])
  const kept = await keptIds(postgres)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  await pool.query('drop table kept')
  await postgres.close()
})

test('kill -9 of the server and of PostgreSQL at any moment loses nothing acknowledged', async () => {
  const acknowledged = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const owner = startOwner(folder.directory, 'insert')
    const enough = 2 + Math.floor(Math.random() * 300)
    await vi.waitFor(() => expect(owner.lines.length).toBeGreaterThan(enough), {
      timeout: 20_000,
      interval: 5,
    })
    if (round % 3 !== 0) process.kill(postmasterPid(folder.directory), 'SIGKILL')
    if (round % 3 !== 1) await owner.kill()
    else {
      const before = owner.lines.length
      await vi.waitFor(() => expect(owner.lines.length).toBeGreaterThan(before + 5), {
        timeout: 20_000,
      })
      await owner.kill()
    }
    for (const line of owner.lines)
      if (line.startsWith('kept ')) acknowledged.add(Number(line.slice('kept '.length)))
  }
  const postgres = await open()
  const kept = await keptIds(postgres)
  expect(acknowledged.size).toBeGreaterThan(12)
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
  await postgres.close()
})
