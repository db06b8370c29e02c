import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { projectFolder } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { allRows } from './backups.ts'

/** The rows of testing/year-of-use as a release left them, by its last migration: every later one is tried against them. */
const folder = path.join(import.meta.dirname, 'fixtures')
const fileName = /^rows-of-(.+)\.jsonl\.gz$/

/** The last migrations of the releases with saved rows. */
export const savedRows = readdirSync(folder).flatMap((name) => fileName.exec(name)?.[1] ?? [])

const fileOf = (tag: string) => path.join(folder, `rows-of-${tag}.jsonl.gz`)

/** Each line is the name of a table and a row as JSON. */
export async function saveRows(db: Db): Promise<void> {
  const lines = Object.entries(await allRows(db)).flatMap(([table, rows]) =>
    rows.map((row) => `${table} ${row}\n`),
  )
  const migrations = readdirSync(path.join(projectFolder, 'server/database/migrations'))
  const last =
    migrations
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .at(-1) ?? ''
  writeFileSync(fileOf(path.parse(last).name), gzipSync(lines.join(''), { level: 9 }))
}

/** The rows by table. */
export function readRows(tag: string): Map<string, string[]> {
  const lines = gunzipSync(readFileSync(fileOf(tag)))
    .toString()
    .split('\n')
    .slice(0, -1)
  const tables = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(' ')))
  return new Map(
    [...tables].map(([table, rows]) => [table, rows.map((row) => row.slice(table.length + 1))]),
  )
}
