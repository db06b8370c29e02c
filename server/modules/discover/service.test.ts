import { expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import { likes } from '#server/database/schema.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { loadDiscovery, personalizeDiscovery } from './service.ts'

const database = setUpTestDatabase()

test('personalized discovery: it equals the anonymous discovery except for the likes of the viewer', async () => {
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

  const discovery = await loadDiscovery(db)
  const withLikes = (sections: Discovery): unknown => ({
    ...sections,
    curated: sections.curated.map(liked),
    recent: sections.recent.map(liked),
    trending: sections.trending.map(liked),
    genres: sections.genres.map(({ genre, tracks }) => ({ genre, tracks: tracks.map(liked) })),
  })
  const liked = (track: Discovery['recent'][number]) =>
    track.id === first?.id || track.id === third?.id
      ? { ...track, likes: [{ userId: fan.id }] }
      : track
  expect(discovery.sections.genres).toHaveLength(1)
  expect(await personalizeDiscovery(db, discovery, fan.id)).toEqual(withLikes(discovery.sections))
  expect(await personalizeDiscovery(db, discovery, artist.id)).toEqual(discovery.sections)
})
