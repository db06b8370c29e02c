import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { renamedUsers, tracks } from '#server/database/schema.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { reindexRenamedUsers } from './maintenance-service.ts'

const site = setUpTestSite()

const rename = (displayName: string) =>
  site.asOwner('PUT', '/api/users/profile', { body: { displayName } })

async function found(text: string): Promise<number> {
  const response = await site.visitor('GET', `/api/search?q=${text}&limit=50`)
  return ((await response.json()) as SearchResults).tracks.length
}

async function makeTracks(count: number) {
  await site.db.execute(sql`
    insert into ${tracks} (user_id, title, slug, audio_path)
    select ${site.owner.id}, 'Take ' || n, 'take-' || n, '/objects/audio/' || gen_random_uuid()
    from generate_series(1, ${count}::int) as n`)
}

test('renamed users: a few tracks are found by the new name at once', async () => {
  await makeTracks(3)
  await rename('Quillfeather')
  expect(await found('quillfeather')).toBe(3)
  expect(await site.db.$count(renamedUsers)).toBe(0)
})

test('renamed users: many tracks are found by the new name after the job, even if renamed twice', async () => {
  await site.db.delete(tracks)
  await makeTracks(450)
  expect((await rename('Marrowstone')).status).toBe(200)
  expect(await found('marrowstone')).toBe(0)

  const [before] = await site.db.select().from(renamedUsers)
  await rename('Thistledown')
  const [after] = await site.db.select().from(renamedUsers)
  expect(after?.renamedAt).not.toBe(before?.renamedAt)

  await Promise.all([reindexRenamedUsers(site.db), reindexRenamedUsers(site.db)])
  expect(await found('thistledown')).toBe(50)
  const { rows } = await site.db.execute(
    sql`select count(*)::int as reindexed from tracks where search @@ 'thistledown'::tsquery`,
  )
  expect(rows).toEqual([{ reindexed: 450 }])
  expect(await site.db.$count(renamedUsers)).toBe(0)
})
