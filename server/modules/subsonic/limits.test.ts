import { expect, test } from 'vitest'
import { makePlaylist, makeTracks } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { type Parameters, startApp } from '#server/testing/subsonic.ts'

/** 15 calls in five minutes. */
const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '0.01' } })

/** How many calls of a new user are answered. */
async function answered(method: string, parameters: Parameters): Promise<number> {
  const app = await startApp(site)
  for (let count = 0; ; count += 1) {
    const { status } = await app.call(method, parameters)
    if (status !== 'ok') return count
  }
}

const tracksOf = async (count: number) =>
  makeTracks(
    site.db,
    Array.from({ length: count }, () => ({ userId: site.owner.id })),
  )

test('subsonic: five likes or listens in one request count as one call', async () => {
  const tracks = await tracksOf(25)
  const id = tracks.map((track) => `tr-${track.id}`)
  expect(await answered('star', { id })).toBe(3)
  expect(await answered('scrobble', { id })).toBe(3)
  expect(await answered('star', { id: id.slice(0, 5) })).toBe(15)
})

test('subsonic: a response with thousands of songs counts as one call for each thousand', async () => {
  const tracks = await tracksOf(2001)
  const ids = tracks.map(({ id }) => id)
  const { id } = await makePlaylist(site.db, site.owner.id, ids)
  expect(await answered('getPlaylist', { id: `pl-${id}` })).toBe(5)
  expect(await answered('ping', {})).toBe(15)
}, 60_000)
