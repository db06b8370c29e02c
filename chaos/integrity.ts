import path from 'node:path'
import { ne } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { uploads } from '#server/database/schema.ts'
import { runChecks } from '#server/modules/doctor/service.ts'
import { sweepStaleUploads } from '#server/modules/uploads/cleanup-service.ts'
import { openLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { type Db, openPostgres } from '#server/platform/postgres/open.ts'
import { objectsForPath, requiredObjects, storagePrefixes } from '#server/shared/object-keys.ts'

type Target = { databaseUrl: string; store: ObjectStore }

/** In the middle of a test: every row has its files, and every count matches its rows. */
export async function expectConsistency({ databaseUrl, store }: Target): Promise<void> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const { found } = await withLongRunningConnection(databaseUrl, (db) =>
    runChecks({ db, store, print }, { fix: false }),
  )
  // A notice, such as of an unfinished upload, is no problem.
  expect(found, lines.join('\n')).toBe(0)
}

/** After the last fault of a test: the same, and a day later there is no file that no row references. */
export async function expectIntegrity(target: Target): Promise<void> {
  await expectConsistency(target)
  await withLongRunningConnection(target.databaseUrl, (db) =>
    expectOrphansSwept({ db, store: target.store }),
  )
}

/** The same for a site with an embedded database, as `npm run doctor` checks it while the server runs. */
export async function expectFolderIntegrity(folder: string): Promise<void> {
  const database = { kind: 'embedded', directory: path.join(folder, 'postgres') } as const
  const postgres = await openPostgres(database, { exclusive: false, log: () => {} })
  onTestFinished(() => postgres.close())
  const directory = path.join(folder, 'objects')
  const store = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'none' })
  onTestFinished(() => store.close())
  await expectIntegrity({ databaseUrl: postgres.url, store })
}

const tomorrow = () => new Date(Date.now() + 25 * 60 * 60 * 1000)

/** Orphans of a fault are removed within a day, and files in use stay. */
async function expectOrphansSwept({ db, store }: { db: Db; store: ObjectStore }) {
  // The lease of a killed server expires after some seconds, by the clock of the database.
  const sweep = async () => {
    await sweepStaleUploads({ db, store }, tomorrow())
    return db.select().from(uploads).where(ne(uploads.state, 'used'))
  }
  await expect.poll(sweep, { timeout: 60_000, interval: 500 }).toEqual([])
  const rows = await db.select().from(uploads)
  const paths = rows.map(({ objectPath }) => objectPath ?? '')
  const keysOf = (objects: readonly { key: string }[]) => objects.map(({ key }) => key)
  const stored: string[] = []
  for (const area of storagePrefixes) for await (const { key } of store.list(area)) stored.push(key)
  // An image may lack its largest size.
  expect(stored).toEqual(expect.arrayContaining(keysOf(paths.flatMap(requiredObjects))))
  const referenced = new Set(keysOf(paths.flatMap(objectsForPath)))
  expect(stored.filter((key) => !referenced.has(key))).toEqual([])
}
