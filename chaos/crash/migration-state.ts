import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { Deployment } from '../deployment.ts'

/** The key of the advisory lock that the migrating server holds. */
const migrationLock = 1_380_203

export const resetSchema =
  'drop schema drizzle cascade; drop schema public cascade; create schema public'

export async function openClient({ databaseUrl }: Deployment): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Every column, index and trigger of the public schema. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select table_name || '.' || column_name || ' ' || data_type as name
    from information_schema.columns where table_schema = 'public'
    union all select indexname from pg_indexes where schemaname = 'public'
    union all select event_object_table || ' ' || trigger_name from information_schema.triggers
      where trigger_schema = 'public'
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Makes the next server wait before its migrations. Call `start` when it waits. */
export async function holdMigrations(client: pg.Client) {
  await client.query(`select pg_advisory_lock(${migrationLock})`)
  return {
    async serverWaits(): Promise<boolean> {
      const { rows } = await client.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${migrationLock} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length > 0
    },
    start: () => client.query(`select pg_advisory_unlock(${migrationLock})`),
  }
}

/** The connection that runs the migrations, and whether it waits for a lock. */
export async function migratingConnection(
  client: pg.Client,
): Promise<{ pid: number; waits: boolean } | undefined> {
  const { rows } = await client.query<{ pid: number; waits: boolean }>(
    `select pid, exists (select from pg_locks pending where pending.pid = held.pid and not pending.granted) as waits
     from pg_locks held where locktype = 'advisory' and objid = ${migrationLock} and granted
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]
}

export async function loseConnection(client: pg.Client): Promise<void> {
  const holder = await migratingConnection(client)
  if (holder) await client.query('select pg_terminate_backend($1)', [holder.pid])
}

export const untilMigrationEnds = (client: pg.Client) =>
  expect.poll(() => migratingConnection(client), { timeout: 60_000, interval: 20 }).toBeUndefined()
