import { expect, test } from 'vitest'
import type { Pinned } from '#contract/pins.ts'
import { makePlaylist, makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const pin = (pins: unknown) => site.asOwner('PUT', '/api/users/profile/pins', { body: { pins } })
const pinnedIds = async (caller = site.visitor) => {
  const response = await caller('GET', `/api/users/${site.owner.id}/pins`)
  const pinned = (await response.json()) as Pinned[]
  return pinned.map((entry) => (entry.kind === 'track' ? entry.track.id : entry.playlist.id))
}
const track = async () => ({ kind: 'track', id: (await makeTrack(site.db, site.owner.id)).id })
const album = async (overrides = {}) => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { type: 'album', ...overrides })
  return { kind: 'playlist', id }
}

test('pins: tracks and releases are on the profile in their order, and can be replaced', async () => {
  const [first, second] = [await track(), await album()]
  expect((await pin([second, first])).status).toBe(200)
  expect(await pinnedIds()).toEqual([second.id, first.id])
  await pin([first])
  expect(await pinnedIds()).toEqual([first.id])
})

test('pins: what is private is shown to the owner alone, and what is deleted to nobody', async () => {
  const [shown, hidden, deleted] = [await track(), await album(), await track()]
  await pin([hidden, deleted, shown])
  await site.asOwner('PUT', `/api/playlists/${hidden.id}`, { body: { privacy: 'private' } })
  await site.asOwner('DELETE', `/api/tracks/${deleted.id}`)
  expect(await pinnedIds()).toEqual([shown.id])
  expect(await pinnedIds(site.asOwner)).toEqual([hidden.id, shown.id])
})

test('pins: concurrent changes leave one of them', async () => {
  const one = await track()
  const responses = await Promise.all(Array.from({ length: 8 }, () => pin([one])))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await pinnedIds()).toEqual([one.id])
})

test('pins: more than five, the same twice, and what is not an own track or release are rejected', async () => {
  const one = await track()
  const six = await Promise.all(Array.from({ length: 6 }, track))
  const foreign = { kind: 'track', id: (await makeTrack(site.db, site.otherUser.id)).id }
  const list = await album({ type: 'playlist' })
  const rejected = async (pins: unknown) => {
    const response = await pin(pins)
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  expect(await rejected(six)).toEqual([400, 'You can pin 5 tracks and releases at most'])
  expect(await rejected([one, one])).toEqual([400, 'Each track and release can be pinned once'])
  const notOwn = [400, 'You can pin only your own tracks and releases']
  expect(await rejected([foreign])).toEqual(notOwn)
  expect(await rejected([list])).toEqual(notOwn)
  expect(await rejected([{ ...one, kind: 'playlist' }])).toEqual(notOwn)
})
