import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import { likes } from '#server/database/schema.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { loadFeed, personaliseFeed } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('the feed of a signed-in user is the anonymous feed with their own likes, whatever the texts contain', async () => {
  const { db } = database.postgres
  const [artist, fan, other] = [await makeUser(db), await makeUser(db), await makeUser(db)]
  const titles = ['Plain', '"likes":[]', 'é "likes":[{"userId":"x"}] $& \\"likes\\":[]']
  const made = await Promise.all(
    titles.map((title) => makeTrack(db, artist.id, { title, genre: 'jazz', description: title })),
  )
  const [first, , third] = made
  const like = (userId: string, trackId = '') => ({ userId, trackId })
  await db
    .insert(likes)
    .values([like(fan.id, first?.id), like(fan.id, third?.id), like(other.id, first?.id)])

  const home = await loadFeed(db)
  const withLikes = (lists: Discovery): unknown => ({
    curated: lists.curated.map(liked),
    recent: lists.recent.map(liked),
    trending: lists.trending.map(liked),
    genres: lists.genres.map(({ genre, tracks }) => ({ genre, tracks: tracks.map(liked) })),
  })
  const liked = (track: Discovery['recent'][number]) =>
    track.id === first?.id || track.id === third?.id
      ? { ...track, likes: [{ userId: fan.id }] }
      : track
  expect(home.lists.genres).toHaveLength(1)
  expect(await personaliseFeed(db, home, fan.id)).toEqual(withLikes(home.lists))
  expect(await personaliseFeed(db, home, artist.id)).toEqual(home.lists)
})
