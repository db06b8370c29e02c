import { lastMigration } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import type { FileEntry, Manifest } from '#server/platform/backup/manifest.ts'
import type { BackupWriter } from '#server/platform/backup/write-backup.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import { type ObjectStore, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { withDeletionLock } from '#server/platform/postgres/deletion-lock.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { type Db, inSnapshot } from '#server/platform/postgres/open.ts'
import {
  databaseSize,
  rowsAsJson,
  tablesByDependency,
} from '#server/platform/postgres/table-rows.ts'
import { objectsForPath, type StoredObject } from '#server/shared/object-keys.ts'
import { objectPaths, totalFileSize } from './repository.ts'

type Deps = {
  postgres: { url: string }
  store: ObjectStore
  dataDir: string
  /** Called once no other backup is running: what an earlier one left in the target is then obsolete. */
  begin: () => Promise<BackupWriter>
}
type Copying = { store: ObjectStore; writer: BackupWriter }
/** How many audio files the database names, and the store has. */
type Audio = { tracks: number; present: number }

const concurrency = 8

/**
 * A snapshot of the database, then the files that it references. Stored files are immutable,
 * and none is deleted before the end, so that the copy is consistent while the site is in use. Files that are missing do
 * not keep the rows from being saved.
 */
export async function takeBackup({ postgres, store, dataDir, begin }: Deps) {
  const taken = await withDeletionLock(postgres.url, async ({ assertHeld }) => {
    const writer = await begin()
    const rows = await withLongRunningConnection(postgres.url, (db) => copyRows(db, writer))
    const { missing, audio, ...files } = await copyFiles({ store, writer })
    const secrets = await writer.secrets(dataDir)
    await assertHeld()
    const manifest = { format: 1 as const, ...rows, files, secrets, missing, tried: null }
    await writer.finish(manifest)
    return { manifest, audio }
  })
  if (!taken) throw new StartupError('another backup of this site is running.')
  return taken
}

function copyRows(db: Db, writer: BackupWriter) {
  return inSnapshot(db, async (snapshot) => {
    const migration = await lastMigration(snapshot)
    if (migration === undefined) throw new StartupError('the database contains no site yet.')
    const takenAt = new Date().toISOString()
    const databaseBytes = await databaseSize(snapshot)
    await writer.assertFreeSpace((await totalFileSize(snapshot)) + databaseBytes)
    const tables: Manifest['tables'] = []
    for (const name of await tablesByDependency(snapshot))
      tables.push({ name, ...(await writer.table(name, rowsAsJson(snapshot, name))) })
    await writer.spool(objectPaths(snapshot))
    return { takenAt, migration, tables, databaseBytes }
  })
}

async function copyFiles({ store, writer }: Copying) {
  const audio: Audio = { tracks: 0, present: 0 }
  let missing = 0
  let bytes = 0
  async function* filesToCopy() {
    for await (const path of writer.spooled()) yield* objectsForPath(path)
  }
  async function* copied(): AsyncGenerator<string> {
    const done: FileEntry[] = []
    const copy = async ({ key, contentType, isOptional }: StoredObject) => {
      const entry = await copyFile({ store, writer }, key)
      if (entry) done.push({ key, contentType, ...entry })
      else if (!isOptional) {
        missing += 1
        await writer.listMissing(key)
      }
      if (!key.startsWith('audio/')) return
      audio.tracks += 1
      if (entry) audio.present += 1
    }
    for await (const batch of inBatches(filesToCopy(), 100)) {
      await forEachConcurrent(batch, concurrency, copy)
      for (const file of done.splice(0)) {
        bytes += file.size
        yield JSON.stringify(file)
      }
    }
  }
  const list = await writer.fileList(copied())
  return { ...list, bytes, missing, audio }
}

async function copyFile({ store, writer }: Copying, key: string) {
  const stats = await store.stat(key)
  const body = stats && (await store.read(key))
  if (!body) return undefined
  const entry = await writer.file(key, body)
  if (entry.size !== stats.size) throw new StoreUnavailable('a file ended too early')
  return entry
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  yield batch
}
