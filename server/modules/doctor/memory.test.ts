import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { runChecks } from './service.ts'

const site = setUpTestSite()

/** What a statement returns is in memory as a whole. */
function watchRows(db: Db, seen: (rows: number) => void): Db {
  const execute: Db['execute'] = ((query: Parameters<Db['execute']>[0]) =>
    db.execute(query).then((result) => {
      seen(result.rows.length)
      return result
    })) as never
  return new Proxy(db, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
  })
}

test('doctor: 20,000 lost files are read 500 rows at a time', async () => {
  await site.db.execute(sql`
    insert into uploads (id, key, state, kind, object_path, content_type, size, registered_at, user_id)
    select id, 'uploads/' || id, 'used', 'audio', '/objects/audio/' || id || '.mp3', 'audio/mpeg', 1000, now(),
      ${site.owner.id} from (select gen_random_uuid() as id from generate_series(1, 20000)) as made`)
  let problems = 0
  let most = 0
  const print = () => void problems++
  await withLongRunningConnection(site.postgres.url, (db) => {
    const watched = watchRows(db, (rows) => (most = Math.max(most, rows)))
    return runChecks({ db: watched, store: site.store, print }, { fix: false })
  })
  expect(problems).toBeGreaterThan(20_000)
  expect(most).toBeLessThanOrEqual(500)
})
