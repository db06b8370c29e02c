import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageWidths } from '#contract/limits.ts'
import * as schema from './database/schema.ts'
import { restoreBackup } from './modules/backup/restore-backup.ts'
import { archiveParts } from './modules/exports/parts.ts'
import { importArchive } from './modules/imports/service.ts'
import { removeReleasedFiles, sweepStaleUploads } from './modules/uploads/cleanup-service.ts'
import { openZip } from './platform/archive/unzip.ts'
import { openBackup } from './platform/backup/read-backup.ts'
import { createMedia } from './platform/media/media.ts'
import { openObjectStore } from './platform/objects/open.ts'
import { nonEmptyTables, tablesByDependency } from './platform/postgres/table-rows.ts'
import type { TestApp } from './testing/app.ts'
import { allRows, backUp } from './testing/backups.ts'
import { createTestDatabase } from './testing/database.ts'
import { makeUser } from './testing/factories.ts'
import { readRows, savedRows, saveRows } from './testing/saved-rows.ts'
import { tables } from './testing/tables.ts'
import { send } from './testing/year-of-use/send.ts'
import { idsOf, rowsWith } from './testing/year-of-use/traces.ts'
import { createYearOfUse, exportData, type YearOfUse } from './testing/year-of-use/year-of-use.ts'

/**
 * One list of tables (testing/tables.ts), held against a site with rows in all of them (testing/year-of-use). Whoever adds
 * a table adds a call there, and its line to the list.
 */
let year: YearOfUse
/** Those of a release are saved for the tests of later migrations (CONTRIBUTING.md). */
const savesRows = process.env['SAVE_ROWS'] !== undefined
/** More than one statement of a restore inserts, with replies. */
const comments = savesRows ? 5 : 600
beforeAll(async () => {
  year = await createYearOfUse({ comments })
  if (savesRows) await saveRows(year.database.postgres.db)
})
afterAll(() => year?.close())

const storeIn = (directory: string) =>
  openObjectStore({ kind: 'disk', directory }, { publicUrl: 'http://localhost', secret: 'x' })

/** Runs the site for this test only, so that its workers change nothing in between. */
async function whileRunning<T>(use: (site: TestApp) => Promise<T>): Promise<T> {
  const site = await year.start()
  try {
    return await use(site)
  } finally {
    await site.close()
  }
}

test('tables: each one is in the list of testing/tables.ts, and the list has no other', async () => {
  const names = await tablesByDependency(year.database.postgres.db)
  expect(Object.keys(tables).toSorted(), 'server/testing/tables.ts').toEqual(names.toSorted())
})

test('tables: each one has rows in the site of testing/year-of-use', async () => {
  const { db } = year.database.postgres
  const filled = await nonEmptyTables(db)
  const empty = (await tablesByDependency(db)).filter((table) => !filled.includes(table))
  expect(empty, 'add calls that fill them to server/testing/year-of-use').toEqual([])
})

test('tables: each one has saved rows, against which later migrations are tried', () => {
  const saved = new Set(savedRows.flatMap((tag) => [...readRows(tag).keys()]))
  // Those that this run saves are there for the next one.
  const missing = savesRows ? [] : Object.keys(tables).filter((table) => !saved.has(table))
  expect(missing, 'save them: SAVE_ROWS=1 npx vitest run server/tables.test.ts').toEqual([])
})

test('tables: a restored backup has every row of every table, and every file', async () => {
  const { postgres } = year.database
  const before = await allRows(postgres.db)
  const store = await storeIn(year.objects.directory)
  const folder = mkdtempSync(path.join(year.folder, 'backup-'))
  const target = path.join(folder, 'backup')
  const { missing } = await backUp({ postgres, store }, target)
  expect(missing).toBe(0)
  const empty = await createTestDatabase()
  const restored = await storeIn(path.join(folder, 'restored'))
  const backup = await openBackup(target)
  await restoreBackup({ postgres: empty.postgres, store: restored, backup })
  expect(await allRows(empty.postgres.db)).toEqual(before)
  const read = async (from: typeof store, key: string) => {
    const body = await from.read(key)
    return body ? buffer(body) : Buffer.alloc(0)
  }
  for await (const { key } of backup.files())
    expect([key, (await read(restored, key)).equals(await read(store, key))]).toEqual([key, true])
  await Promise.all([store.close(), restored.close(), empty.drop()])
})

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' ? Object.values(value ?? {}).every(isEmpty) : value === undefined
const sqlNames = new Map(
  Object.entries(schema).flatMap(([name, table]) =>
    is(table, PgTable) ? [[name, getTableName(table)]] : [],
  ),
)
const tablesOf = ({ tables: names }: (typeof archiveParts)[string]) =>
  names.map((name) => sqlNames.get(name) ?? '')

test('tables: each one is in a part of archives, or the list says why not', () => {
  const exported = new Set(Object.values(archiveParts).flatMap(tablesOf))
  const named = Object.keys(tables).filter((table) => tables[table]?.notExported === undefined)
  expect(named.toSorted(), 'server/testing/tables.ts').toEqual([...exported].toSorted())
})

test('tables: those of an account are in its archive, and come back with its import', async () => {
  const file = path.join(year.folder, 'export.zip')
  const media = createMedia({ imageWidths })
  await whileRunning(async (site) => {
    const { db } = site.postgres
    writeFileSync(file, await exportData(await site.as(year.people.artist)))
    const archive = await openZip(file)
    const isMissing = async (name: string) =>
      isEmpty(JSON.parse((await archive.readText(name)) ?? 'null'))
    for (const name of Object.keys(archiveParts))
      expect([name, await isMissing(name)]).toEqual([name, false])

    const importer = await makeUser(db)
    const deps = { db, hasFreeSpace: () => true, store: site.store, media }
    await importArchive(deps, archive, importer.id)
    archive.close()
    const found = await rowsWith(db, await idsOf(db, importer))
    // It has the names of the account that the next test looks for.
    await send(await site.as(year.administrator), 'DELETE', `/api/users/${importer.id}/admin`)
    const lost = Object.values(archiveParts)
      .flatMap((part) => (part.notImported ? [] : tablesOf(part)))
      .filter((table) => !found.has(table))
    // What others did is theirs, and of the library's settings only a history that is off comes back, without entries.
    const leftOut = ['library_settings', 'notifications']
    expect(lost.toSorted(), 'the import lacks them').toEqual(leftOut)
  })
  await media.close()
  rmSync(file)
})

test('tables: once an account is deleted, nothing names it but what the list says stays', async () => {
  const { artist } = year.people
  const { db } = year.database.postgres
  const texts = [...(await idsOf(db, artist)), artist.displayName, artist.email, artist.username]
  await year.play()
  const before = await rowsWith(db, texts)
  await whileRunning(async ({ as, store }) => {
    await send(await as(year.administrator), 'DELETE', `/api/users/${artist.id}/admin`)
    // What jobs do within a minute, and within a day.
    await removeReleasedFiles({ db, store })
    await sweepStaleUploads({ db, store }, new Date(Date.now() + 25 * 3_600_000))
  })
  const after = await rowsWith(db, texts)
  const problems = Object.entries(tables).flatMap(([table, { deletion }]) => {
    const [named, names] = [before.has(table), after.has(table)]
    if (deletion === 'all' && !named) return `${table} never named the account`
    if (deletion === 'all') return names ? `${table} still names the account` : []
    if ('stays' in deletion) return names ? [] : `${table} does not name the account any more`
    return named ? `${table} names the account` : []
  })
  expect(problems, 'the deletion lacks it, or server/testing/tables.ts').toEqual([])
})
