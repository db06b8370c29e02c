import { expect, test } from 'vitest'
import { makePlaylist, makeTrack, makeTracks } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { type Parameters, startApp } from '#server/testing/subsonic.ts'
import { upload } from '#server/testing/upload-client.ts'

/** 15 calls in five minutes, six downloads in an hour. */
const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '0.01' } })

/** How many calls of a new user are accepted, also if their response is late. */
async function accepted(method: string, parameters: Parameters): Promise<number> {
  const app = await startApp(site)
  for (let count = 0; ; count += 1) {
    const { error } = await app.call(method, parameters)
    if (error?.message.startsWith('Too many requests')) return count
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
  expect(await accepted('star', { id })).toBe(3)
  expect(await accepted('scrobble', { id })).toBe(3)
  expect(await accepted('star', { id: id.slice(0, 5) })).toBe(15)
})

test('subsonic: a response with thousands of songs counts as one call for each thousand', async () => {
  const tracks = await tracksOf(2001)
  const ids = tracks.map(({ id }) => id)
  const { id } = await makePlaylist(site.db, site.owner.id, ids)
  expect(await accepted('getPlaylist', { id: `pl-${id}` })).toBe(5)
  expect(await accepted('ping', {})).toBe(15)
}, 60_000)

test('subsonic: downloads count with those of the site', async () => {
  const audioPath = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
  const { id } = await makeTrack(site.db, site.owner.id, { audioPath, allowDownload: true })
  const app = await startApp(site)
  const asUser = await site.as(app.user)
  const load = async (viaApp: boolean) => {
    const response = await (viaApp
      ? app.fetchMethod('download', { id: `tr-${id}` })
      : asUser('GET', `/api/tracks/${id}/download`))
    const isFile = response.headers.get('content-type') === 'audio/mpeg'
    await response.arrayBuffer()
    return isFile
  }
  const files = [true, false, true, false, true, false, true, false]
  const loaded: boolean[] = []
  for (const viaApp of files) loaded.push(await load(viaApp))
  expect(loaded).toEqual([true, true, true, true, true, true, false, false])
})
