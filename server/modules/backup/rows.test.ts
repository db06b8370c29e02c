import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import { openLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { tablesByDependency } from '#server/platform/postgres/table-rows.ts'
import { allRows, backUp, createTrackWithFiles } from '#server/testing/backups.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = setUpTestSite()
let trackId: string
beforeAll(async () => {
  trackId = (await createTrackWithFiles(site, 'Salt Marsh')).id
})

async function restored(name: string): Promise<Db> {
  await backUp(site, path.join(folder, name))
  const { postgres, drop } = await createTestDatabase()
  const directory = path.join(folder, `${name}-objects`)
  const store = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'x' })
  onTestFinished(async () => {
    await store.close()
    await drop()
  })
  await restoreBackup({ postgres, store, backup: await openBackup(path.join(folder, name)) })
  return postgres.db
}

test('restore: rows of a table with a generated column are the same, also its value', async () => {
  await site.db.execute(sql`
    insert into track_daily_stats (track_id, day, site_plays, app_plays) values (${trackId}, '2026-11-18', 3, 4)`)
  const before = await allRows(site.db)
  expect(before['track_daily_stats']).toEqual([expect.stringContaining('"plays":7')])
  expect(await allRows(await restored('generated'))).toEqual(before)
})

test('restore: replies may come long before the comments that they answer', async () => {
  await site.db.execute(sql`delete from comments`)
  await site.db.execute(sql`
    insert into comments (id, track_id, user_id, content)
    select gen_random_uuid(), ${trackId}, ${site.owner.id}, 'Comment ' || n from generate_series(1, 700) n`)
  await site.db.execute(sql`
    insert into comments (track_id, user_id, content, parent_id)
    select track_id, user_id, 'Reply', id from comments`)
  // Changed rows are read last.
  await site.db.execute(sql`update comments set content = content || '!' where parent_id is null`)
  const before = await allRows(site.db)
  expect(before['comments']).toHaveLength(1400)
  const db = await restored('replies')
  expect(await allRows(db)).toEqual(before)
  // The constraint holds again at once.
  await expect(
    db.transaction((tx) => tx.execute(sql`update comments set parent_id = gen_random_uuid()`)),
  ).rejects.toMatchObject({ cause: { code: '23503' } })
  const { rows } = await db.execute(sql`select 1 from pg_constraint where condeferrable`)
  expect(rows).toEqual([])
})

test('the tables have an order in which none references a later one', async () => {
  expect((await tablesByDependency(site.db)).length).toBeGreaterThan(60)
})

/** A restore would have to set its next value above those of the rows. */
test('no table takes values from a sequence', async () => {
  const { rows } = await site.db.execute(sql`
    select sequencename from pg_sequences where schemaname = 'public'`)
  expect(rows).toEqual([])
})
