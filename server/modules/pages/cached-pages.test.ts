import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tracks } from '#server/database/schema.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const titleAt = async (path: string) =>
  /<title>([^<·]+)/.exec(await (await site.visitor('GET', path)).text())?.[1]?.trim()

test('pages: other spellings of an address take no place in the cache of rendered pages', async () => {
  const { id, slug } = await makeTrack(site.db, site.owner.id, { title: 'Before' })
  const spellings = [`/track/${slug}?x=1`, `/%74rack/${slug}`, `/track/${slug}/`]
  // The first page is slow.
  await titleAt(`/track/${slug}`)
  const before = await Promise.all(spellings.map(titleAt))
  // Not by a request, which would clear the cache.
  await site.db.update(tracks).set({ title: 'After' }).where(eq(tracks.id, id))
  const after = await Promise.all(spellings.map(titleAt))
  expect(before.map((title) => title?.replace('Before', 'After'))).toEqual(after)
  expect(before[0]).toContain('Before')
})
