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

test('preparedQuery: a direct connection prepares the statement once under its name', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const postgres = connect(
    url,
    () => {},
    async () => {},
  )
  onTestFinished(postgres.close)
  expect(await preparedAfterUse(postgres)).toEqual(['echo'])
})

test('preparedQuery: behind a pooler nothing is prepared', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const postgres = connect(
    url,
    () => {},
    async () => {},
    { isPooled: true },
  )
  onTestFinished(postgres.close)
  expect(await preparedAfterUse(postgres)).toEqual([])
})
