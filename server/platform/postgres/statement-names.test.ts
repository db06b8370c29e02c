import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { connect } from './open.ts'
import { createStatementNames, plannedOnce } from './statement-names.ts'

it('names a text once it has come a few times, and not too many texts', () => {
  const { nameOf } = createStatementNames()
  const asked = (text: string) => [nameOf(text), nameOf(text), nameOf(text), nameOf(text)]
  const [first, second, third, fourth] = asked('select 1')
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^soundpost_/)
  expect(fourth).toBe(third)
  const names = Array.from({ length: 1000 }, (_, index) => asked(`select ${index + 2}`)[3])
  expect(new Set(names).size).toBeLessThan(400)
  expect(names.at(-1)).toBeUndefined()
})

it('keeps the plans of what is asked often, except where a pooler may stand between', async () => {
  const { postgres, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(await namedAfterAsking(postgres)).toBe(1)
  const pooled = connect(
    url,
    () => {},
    async () => {},
    { namesStatements: false },
  )
  expect(await namedAfterAsking(pooled)).toBe(0)
  await pooled.close()
})

/** All on one connection, as in every transaction. */
function namedAfterAsking({ db }: Awaited<ReturnType<typeof createTestDatabase>>['postgres']) {
  return db.transaction(async (tx) => {
    for (let value = 1; value <= 5; value++) {
      const marked = sql`${sql.raw(plannedOnce)} select ${value}::int as value`
      for (const asked of [marked, sql`select ${value}::int as value`])
        expect((await tx.execute(asked)).rows).toEqual([{ value }])
    }
    const { rows } = await tx.execute<{ statements: number }>(
      sql`select count(*)::int as statements from pg_prepared_statements where statement like '%as value'`,
    )
    return rows[0]?.statements
  })
}
