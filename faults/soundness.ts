import { expect } from 'vitest'
import { examine } from '#server/modules/doctor/examine.ts'
import { sweepStaleUploads } from '#server/modules/uploads/sweep.ts'
import { filesOfPath, uploadAreas } from '#server/platform/objects/keys.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { withPatience } from '#server/platform/postgres/patient.ts'
import { uploads } from '#server/platform/postgres/schema.ts'

type Parts = { databaseUrl: string; store: ObjectStore }

/** Whatever happened: every row has its files, every count is that of its rows, nothing is half-made. */
export async function expectSound({ databaseUrl, store }: Parts): Promise<void> {
  const complaints: string[] = []
  const say = (sentence: string) => complaints.push(sentence)
  await withPatience(databaseUrl, (db) => examine({ db, store, say }, { fix: false }))
  expect(complaints).toEqual([])
}

const tomorrow = () => new Date(Date.now() + 25 * 60 * 60 * 1000)

/** What a fault left behind goes by itself within a day, and what is in use stays. */
export async function expectOrphansSwept({ db, store }: { db: Db; store: ObjectStore }) {
  await sweepStaleUploads({ db, store }, tomorrow())
  const rows = await db.select().from(uploads)
  expect(rows.filter(({ state }) => state !== 'used')).toEqual([])
  const named = rows
    .flatMap(({ objectPath }) => filesOfPath(objectPath ?? ''))
    .map(({ key }) => key)
  const stored: string[] = []
  for (const area of uploadAreas) for await (const { key } of store.list(area)) stored.push(key)
  expect(stored.toSorted()).toEqual(named.toSorted())
}
