import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectFolder } from '#server/config.ts'
import { migrateUpTo } from '#server/database/migrate.ts'
import type { TestDatabase } from './database.ts'

export type Insert = (table: string, row: Record<string, unknown>) => Promise<void>

/** Without tables, as a host creates it. */
export async function emptyDatabase({ postgres }: TestDatabase): Promise<void> {
  await postgres.pool.query(`drop schema public cascade; create schema public;
    drop schema drizzle cascade`)
}

/** A database with the tables of the version whose last migration this was. */
export async function migrateTo(tag: string, database: TestDatabase): Promise<Insert> {
  await emptyDatabase(database)
  const journal = path.join(projectFolder, 'server/database/migrations/meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const last = entries.find((entry) => entry.tag === tag)
  await migrateUpTo(database, last?.when ?? 0)
  return async (table, row) => {
    const columns = Object.keys(row)
    const values = columns.map((_, i) => `$${i + 1}`)
    await database.postgres.pool.query(
      `insert into ${table} (${columns}) values (${values})`,
      Object.values(row),
    )
  }
}
