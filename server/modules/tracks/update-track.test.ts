import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { uploadsOf } from '#server/testing/test-site.ts'

const site = setUpTestSite()
const { audio, image, stateOf } = uploadsOf(site)

const json = async <T = Track>(response: Response) => (await response.json()) as T

test('updating a track: only the fields that are sent change, and the slug stays', async () => {
  const track = await makeTrack(site.db, site.owner.id, {
    description: 'old',
    genre: 'jazz',
    tags: ['a'],
  })
  const body = {
    id: track.id,
    title: 'New Name',
    genre: '',
    spotifyUrl: 'https://open.spotify.com/x',
  }
  const response = await site.asOwner('PUT', `/api/tracks/${track.id}`, { body })
  expect(response.status).toBe(200)
  const changed = await json(response)
  expect(changed).toMatchObject({
    title: 'New Name',
    genre: null,
    spotifyUrl: 'https://open.spotify.com/x',
    description: 'old',
    tags: ['a'],
    slug: track.slug,
  })
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(track.updatedAt.getTime())
})

test('updating a track: an empty update leaves updatedAt unchanged', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const changed = await json(await site.asOwner('PUT', `/api/tracks/${track.id}`, { body: {} }))
  expect(changed.updatedAt).toBe(track.updatedAt.toISOString())
})

test('updating a track: a track set to private is hidden from the next request on', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const opens = async () => (await site.asOtherUser('GET', `/api/tracks/slug/${track.id}`)).status
  const lists = async () =>
    (await json<Track[]>(await site.asOtherUser('GET', '/api/tracks'))).some(
      ({ id }) => id === track.id,
    )
  expect([await opens(), await lists()]).toEqual([200, true])
  await site.asOwner('PUT', `/api/tracks/${track.id}`, { body: { privacy: 'private' } })
  expect([await opens(), await lists()]).toEqual([404, false])
})

test('updating a track: only the owner and the administrator can, and others get 403 before validation', async () => {
  const open = await makeTrack(site.db, site.owner.id)
  const hidden = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const requests = (id: string) =>
    [
      ['PUT', `/api/tracks/${id}`, { body: { nonsense: true } }],
      ['PUT', `/api/tracks/${id}/artwork`, { body: {} }],
      ['DELETE', `/api/tracks/${id}`, {}],
    ] as const
  for (const [method, path, request] of [...requests(open.id), ...requests(hidden.id)]) {
    expect((await site.visitor(method, path, request)).status).toBe(401)
    expect((await site.asOtherUser(method, path, request)).status).toBe(
      path.includes(hidden.id) ? 404 : 403,
    )
  }
  const missing = requests('0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b')
  for (const [method, path, request] of [...missing, ...requests('no-id')])
    expect((await site.asAdministrator(method, path, request)).status).toBe(404)
  const body = { title: 'Tidied up' }
  const response = await site.asAdministrator('PUT', `/api/tracks/${hidden.id}`, { body })
  expect(await json(response)).toMatchObject({ title: 'Tidied up', userId: site.owner.id })
})

test('track artwork: a registered image replaces the old one, whose file is released', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const [first, second] = [await image(), await image()]
  const path = `/api/tracks/${track.id}/artwork`
  const one = await site.asOwner('PUT', path, { body: { artworkPath: first } })
  expect([one.status, (await json(one)).artworkUrl]).toEqual([200, first])
  await site.asOwner('PUT', path, { body: { artworkPath: second } })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['released', 'used'])
  const body = { artworkUrl: null }
  expect(
    (await json(await site.asOwner('PUT', `/api/tracks/${track.id}`, { body }))).artworkUrl,
  ).toBe(null)
  expect(await stateOf(second)).toBe('released')
})

test('track artwork: sending the current artwork again changes nothing, whoever edits', async () => {
  const artworkUrl = await image()
  const body = { title: 'Art', audioUrl: await audio(), artworkUrl }
  const { id } = await json(await site.asOwner('POST', '/api/tracks', { body }))
  const edit = { id, title: 'Art 2', artworkUrl }
  const response = await site.asAdministrator('PUT', `/api/tracks/${id}`, { body: edit })
  expect([response.status, (await json(response)).artworkUrl]).toEqual([200, artworkUrl])
  expect(await stateOf(artworkUrl)).toBe('used')
})

test('track artwork: the administrator can only set an image that they uploaded themselves', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const path = `/api/tracks/${track.id}/artwork`
  const byAdministrator = await site.asAdministrator('PUT', path, {
    body: { artworkPath: await image() },
  })
  expect(byAdministrator.status).toBe(404)
  const own = await site.asAdministrator('PUT', path, {
    body: { artworkPath: await image(site.administrator) },
  })
  expect(own.status).toBe(200)
})

test('track artwork: an image that is in use is rejected for another track', async () => {
  const [one, other] = [
    await makeTrack(site.db, site.owner.id),
    await makeTrack(site.db, site.owner.id),
  ]
  const body = { artworkPath: await image() }
  expect((await site.asOwner('PUT', `/api/tracks/${one.id}/artwork`, { body })).status).toBe(200)
  expect((await site.asOwner('PUT', `/api/tracks/${other.id}/artwork`, { body })).status).toBe(409)
})
