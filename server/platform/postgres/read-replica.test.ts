import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type ExternalCluster,
  startExternalCluster,
  startStandby,
} from '../../testing/external-cluster.ts'
import { openPostgres, type Postgres } from './open.ts'
import { lagOf, parseLsn, readFromPrimary, readFromReplica } from './read-replica.ts'

let primary: ExternalCluster
let standby: ExternalCluster
let postgres: Postgres
const log: string[] = []

beforeAll(async () => {
  primary = await startExternalCluster('host replication postgres 127.0.0.1/32 trust\n')
  await primary.run('postgres', 'create table notes (text text)')
  standby = await startStandby(primary)
  const urlOf = ({ port }: ExternalCluster) => `postgres://postgres@127.0.0.1:${port}/postgres`
  postgres = await openPostgres(
    { kind: 'url', url: urlOf(primary), readUrl: urlOf(standby) },
    { exclusive: false, log: (line) => log.push(line) },
  )
}, 60_000)

afterAll(async () => {
  await postgres?.close()
  await standby?.stop()
  await primary?.stop()
})

const isReplica = async () => {
  const { rows } = await postgres.pool.query<{ replica: boolean }>(
    'select pg_is_in_recovery() as replica',
  )
  return rows[0]?.replica
}
const notes = async () =>
  (await postgres.pool.query<{ text: string }>('select text from notes order by text')).rows.map(
    ({ text }) => text,
  )
const untilUsed = () =>
  vi.waitFor(async () => expect(await readFromReplica(isReplica)).toBe(true), { timeout: 15_000 })

test('read replica: only what may lag is read from it', async () => {
  await untilUsed()
  expect(await isReplica()).toBe(false)
  expect(await readFromPrimary(() => readFromReplica(isReplica))).toBe(false)
})

test('read replica: a query that writes runs on the primary', async () => {
  await untilUsed()
  await readFromReplica(() => postgres.pool.query(`insert into notes values ('written')`))
  expect(await notes()).toContain('written')
})

test('read replica: one that is ten seconds behind is not used, and nobody misses a write', async () => {
  await untilUsed()
  await standby.run(
    'postgres',
    `alter system set recovery_min_apply_delay = '10s'`,
    'select pg_reload_conf()',
  )
  await postgres.pool.query(`insert into notes values ('late')`)
  // Whoever has written reads from the primary for five seconds, and then from a replica that is up to date.
  await vi.waitFor(
    async () => {
      await postgres.pool.query('select pg_logical_emit_message(true, $1, $1)', ['heartbeat'])
      expect(await readFromReplica(isReplica)).toBe(false)
    },
    { timeout: 5000, interval: 200 },
  )
  expect(await readFromReplica(notes)).toContain('late')
  await standby.run('postgres', 'alter system reset all', 'select pg_reload_conf()')
  await untilUsed()
}, 60_000)

test('read replica: without it everything is read from the primary', async () => {
  await untilUsed()
  await standby.stop()
  expect(await readFromReplica(isReplica)).toBe(false)
  await vi.waitFor(() => expect(log.at(-1)).toContain('unavailable'), { timeout: 10_000 })
})

test('read replica: its age is that of the newest position of the primary that it has replayed', () => {
  const samples = [
    { at: 1000, lsn: parseLsn('0/FFFFFFFF') },
    { at: 2000, lsn: parseLsn('1/A0') },
    { at: 3000, lsn: parseLsn('1/B0') },
  ]
  expect(lagOf(parseLsn('1/A8'), samples, 3500)).toBe(1500)
  expect(lagOf(parseLsn('0/1'), samples, 3500)).toBe(Number.POSITIVE_INFINITY)
})
