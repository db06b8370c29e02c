import { expect, test } from 'vitest'
import { makeTracks, makeUsers } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startApp } from '#server/testing/subsonic.ts'

const site = setUpTestSite()

test('subsonic: all artists are listed, also those beyond what one query reads', async () => {
  const count = 1002
  const artists = await makeUsers(site.db, Array(count).fill({}))
  await makeTracks(
    site.db,
    artists.map(({ id }) => ({ userId: id })),
  )
  const app = await startApp(site)
  const { artists: listed } = await app.call('getArtists', { musicFolderId: 2 })
  const ids = listed.index.flatMap(({ artist }: { artist: { id: string }[] }) =>
    artist.map(({ id }) => id),
  )
  expect(new Set(ids).size).toBe(count)
  expect(ids).toHaveLength(count)
})
