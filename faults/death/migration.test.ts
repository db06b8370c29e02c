import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { chances } from '../chances.ts'
import { often, seed } from '../scale.ts'
import { makeSite, type Site } from '../site.ts'
import { expectSound } from '../soundness.ts'

const deaths = often(16, 3)
/** Held by the server that brings the tables up to date. */
const migrating = 1_380_203

test(`a server killed ${deaths} times while it brings the tables up to date (seed ${seed})`, async () => {
  const chance = chances('kill migrations')
  const site = await makeSite()
  const client = await openClient(site)
  const whole = await tablesOf(client)
  for (let death = 0; death < deaths; death++) {
    if ((await tablesOf(client)).length > 0) await client.query(startOver)
    const server = await startServerProcess(site.dataDir, { DATABASE_URL: site.databaseUrl })
    await expect.poll(() => holderOf(client), { timeout: 60_000, interval: 2 }).toBeDefined()
    await delay(chance.between(0, 250))
    if (death % 2 === 0) server.signal('SIGKILL')
    else await loseConnection(client)
    if ((await endOrReadiness(server)) === 1)
      expect(server.output().trim()).toMatch(/^Soundpost did not start: [^\n]+$/)
    server.signal('SIGKILL')
    await server.exitCode()
    await expect.poll(() => holderOf(client), { timeout: 60_000, interval: 2 }).toBeUndefined()
    // Half of the tables would be worse than none.
    expect([[], whole]).toContainEqual(await tablesOf(client))
  }
  await site.start()
  expect(await tablesOf(client)).toEqual(whole)
  const { call } = await site.person()
  expect((await call('POST', '/api/playlists', { body: { title: 'Here we go' } })).status).toBe(201)
  await expectSound(site)
}, 600_000)

const startOver = 'drop schema drizzle cascade; drop schema public cascade; create schema public'

/** How it ended; or 'ready' where its tables were done before it could be disturbed. */
async function endOrReadiness(server: ServerProcess): Promise<number | null | 'ready'> {
  let outcome: number | null | 'ready' | undefined
  void server.exitCode().then((code) => {
    outcome = code
  })
  const isKnown = async () => {
    const answer = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) outcome ??= 'ready'
    return outcome !== undefined
  }
  await expect.poll(isKnown, { timeout: 60_000, interval: 50 }).toBe(true)
  return outcome ?? null
}

async function openClient({ databaseUrl }: Site): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Every column, index and trigger of ours. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(`
    select table_name || '.' || column_name || ' ' || data_type as part
    from information_schema.columns where table_schema = 'public'
    union all select indexname from pg_indexes where schemaname = 'public'
    union all select event_object_table || ' ' || trigger_name from information_schema.triggers
      where trigger_schema = 'public'
    order by 1`)
  return rows.map(({ part }) => part)
}

async function holderOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = ${migrating} and granted
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.pid
}

async function loseConnection(client: pg.Client): Promise<void> {
  const holder = await holderOf(client)
  if (holder) await client.query('select pg_terminate_backend($1)', [holder])
}
