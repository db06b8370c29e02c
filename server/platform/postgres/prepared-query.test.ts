import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { connect, type Postgres } from './open.ts'
import { preparedQuery } from './prepared-query.ts'

const echo = preparedQuery('echo', (db, name) =>
  db
    .select({ value: sql<number>`value` })
    .from(sql`(select ${sql.placeholder('value')}::int as value) as echo`)
    .prepare(name),
)

/** On one connection: idle clients of the pool are reused. */
async function preparedAfterUse({ db, pool }: Postgres): Promise<string[]> {
  for (let value = 1; value <= 3; value++)
    expect(await echo(db).execute({ value })).toEqual([{ value }])
  const { rows } = await pool.query<{ name: string }>('select name from pg_prepared_statements')
  return rows.map(({ name }) => name)
}

async function openDatabase(options = { isPooled: false }): Promise<Postgres> {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const postgres = connect(
    url,
    () => {},
    async () => {},
    options,
  )
  onTestFinished(postgres.close)
  return postgres
}

test('preparedQuery: a direct connection prepares the statement once under its name', async () => {
  expect(await preparedAfterUse(await openDatabase())).toEqual(['echo'])
})

test('preparedQuery: behind a pooler nothing is prepared', async () => {
  expect(await preparedAfterUse(await openDatabase({ isPooled: true }))).toEqual([])
})
