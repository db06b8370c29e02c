import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  loginAttempts,
  plays,
  providerRecords,
  rateLimits,
  sessions,
} from '#server/database/schema.ts'
import type { Task } from '#server/platform/jobs/jobs.ts'
import { makeUpload } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { purgeExpired } from './repository.ts'
import { startHousekeeping } from './service.ts'

const site = setUpTestSite()

/** The scheduled tasks, so that a test can run them immediately. */
async function tasksOf(store: TestSite['store']): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>()
  const jobs = {
    schedule: async (task: Task) => void tasks.set(task.name, task),
    openQueue: async () => ({
      add: async () => {},
      status: async () => ({ waiting: 0, lastFailure: undefined }),
    }),
    close: async () => {},
  }
  await startHousekeeping({ db: site.db, jobs, store })
  return tasks
}

test('expired rows are purged, and no others', async () => {
  const { db } = site
  const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)]
  await db.insert(sessions).values([
    { sid: 'over', sess: { userId: 'x', startedAt: '', secretId: '' }, expire: past },
    { sid: 'live', sess: { userId: 'x', startedAt: '', secretId: '' }, expire: future },
  ])
  const attempt = { browserHash: '', nonce: '', codeVerifier: '', returnTo: '/' }
  await db.insert(loginAttempts).values([
    { ...attempt, stateHash: 'over', expiresAt: past },
    { ...attempt, stateHash: 'live', expiresAt: future },
  ])
  const record = { kind: 'Session', payload: {} }
  await db.insert(providerRecords).values([
    { ...record, id: 'over', expiresAt: past },
    { ...record, id: 'live', expiresAt: future },
    { ...record, id: 'for good', expiresAt: null },
  ])
  await db.insert(rateLimits).values([
    { key: 'over', count: 1, expiresAt: past },
    { key: 'live', count: 1, expiresAt: future },
  ])
  await db.execute(sql`
      insert into ${plays} (track_id, listener, played_at)
      select gen_random_uuid(), gen_random_uuid(), now() - make_interval(hours => hours)
      from generate_series(1, 12000), unnest(array[23, 26]) as hours`)

  await Promise.all([purgeExpired(db), purgeExpired(db)])

  const sids = (await db.select().from(sessions)).map(({ sid }) => sid)
  expect(sids).toContain('live')
  expect(sids).not.toContain('over')
  expect((await db.select().from(loginAttempts)).map((row) => row.stateHash)).toEqual(['live'])
  const records = (await db.select().from(providerRecords)).map(({ id }) => id)
  expect(records.toSorted()).toEqual(['for good', 'live'])
  expect((await db.select().from(rateLimits)).map(({ key }) => key)).toEqual(['live'])
  expect(await db.$count(plays)).toBe(12_000)
})

test('the files of a deleted track are removed soon after, or once an unavailable store is back', async () => {
  const { db, store, owner } = site
  const { objectPath } = await makeUpload(db, owner.id, 'audio')
  const key = objectPath.replace('/objects/', '')
  await store.write(key, Buffer.from('sound'), { contentType: 'audio/mpeg' })
  const body = { title: 'Going', audioUrl: objectPath }
  const created = await site.asOwner('POST', '/api/tracks', { body })
  const { id } = (await created.json()) as { id: string }
  const run = async (by: TestSite['store']) =>
    (await tasksOf(by)).get('remove-released-files')?.run()

  await run(store)
  expect(await store.stat(key)).toBeDefined()

  expect((await site.asOwner('DELETE', `/api/tracks/${id}`)).status).toBe(204)
  const away = { ...store, remove: () => Promise.reject(new Error('the store is away')) }
  await expect(run(away)).rejects.toThrow('the store is away')
  expect(await store.stat(key)).toBeDefined()
  expect((await site.asOwner('GET', `/api/tracks/slug/${id}`)).status).toBe(404)

  await run(store)
  expect(await store.stat(key)).toBeUndefined()
})
