import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { lastMigration } from '#server/database/migrate.ts'
import { takeBackup } from '#server/modules/backup/take-backup.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { beginBackup } from '#server/platform/backup/write-backup.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { rowsAsJson, tablesByDependency } from '#server/platform/postgres/table-rows.ts'
import { requiredObjects } from '#server/shared/object-keys.ts'
import { makeUpload } from './factories.ts'
import type { TestSite } from './test-site.ts'

type Copied = { postgres: { url: string }; store: ObjectStore }

export async function backUp({ postgres, store }: Copied, target: string): Promise<Manifest> {
  const begin = () => beginBackup(target)
  return (await takeBackup({ postgres, store, dataDir: tmpdir(), begin })).manifest
}

type File = { key: string; bytes: Buffer }

/** As an older version would have written it: whatever tables the database has, and these files. */
export async function backUpTables(db: Db, files: File[], target: string): Promise<void> {
  const writer = await beginBackup(target)
  const tables: Manifest['tables'] = []
  for (const name of await tablesByDependency(db))
    tables.push({
      name,
      ...(await db.transaction((tx) => writer.table(name, rowsAsJson(tx, name)))),
    })
  async function* copied() {
    for (const { key, bytes } of files) {
      const entry = await writer.file(key, Readable.from([bytes]))
      yield JSON.stringify({ key, contentType: 'audio/mpeg', ...entry })
    }
  }
  const list = { ...(await writer.fileList(copied())), bytes: 0 }
  const migration = (await lastMigration(db)) ?? 0
  const takenAt = new Date().toISOString()
  await writer.finish({ format: 1, takenAt, migration, tables, files: list, secrets: [] })
}

/** A track of the owner with audio and artwork; the bytes of each file identify it. */
export async function createTrackWithFiles(
  site: TestSite,
  title: string,
): Promise<{ id: string; keys: string[] }> {
  const body = { title, audioUrl: '', artworkUrl: '' }
  for (const [field, kind] of [
    ['audioUrl', 'audio'],
    ['artworkUrl', 'image'],
  ] as const) {
    body[field] = (await makeUpload(site.db, site.owner.id, kind)).objectPath
    for (const { key, contentType } of requiredObjects(body[field])) {
      const bytes = Buffer.alloc(1000, `${key} of ${title} `)
      await site.store.write(key, bytes, { contentType })
    }
  }
  const response = await site.asOwner('POST', '/api/tracks', { body })
  const { id } = (await response.json()) as { id: string }
  const keys = [body.audioUrl, body.artworkUrl].flatMap(requiredObjects).map(({ key }) => key)
  return { id, keys }
}

/** Every row of every table, in a stable order, as JSON. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of await tablesByDependency(db)) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select to_json(t)::text as row from ${sql.identifier(table)} t`,
    )
    found[table] = rows.map(({ row }) => row).toSorted()
  }
  return found
}
