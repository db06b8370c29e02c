import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { uploads } from '#server/database/schema.ts'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import { makeTrack, makeUpload } from '#server/testing/factories.ts'

let cast: Cast
beforeAll(async () => {
  cast = await startWithCast()
})
afterAll(() => cast.close())

const json = async <T = Track>(response: Response) => (await response.json()) as T
const audio = async (user = cast.owner) => (await makeUpload(cast.db, user.id, 'audio')).objectPath
const image = async (user = cast.owner) => (await makeUpload(cast.db, user.id, 'image')).objectPath
const stateOf = async (objectPath: string) =>
  (await cast.db.select().from(uploads).where(eq(uploads.objectPath, objectPath)))[0]?.state

describe('a change', () => {
  it('touches what is sent, and keeps the slug', async () => {
    const track = await makeTrack(cast.db, cast.owner.id, {
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
    const response = await cast.asOwner('PUT', `/api/tracks/${track.id}`, { body })
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

  it('that changes nothing leaves the track as old as it was', async () => {
    const track = await makeTrack(cast.db, cast.owner.id)
    const changed = await json(await cast.asOwner('PUT', `/api/tracks/${track.id}`, { body: {} }))
    expect(changed.updatedAt).toBe(track.updatedAt.toISOString())
  })

  it('to private hides it from the very next request', async () => {
    const track = await makeTrack(cast.db, cast.owner.id)
    const opens = async () => (await cast.asStranger('GET', `/api/tracks/slug/${track.id}`)).status
    const lists = async () =>
      (await json<Track[]>(await cast.asStranger('GET', '/api/tracks'))).some(
        ({ id }) => id === track.id,
      )
    expect([await opens(), await lists()]).toEqual([200, true])
    await cast.asOwner('PUT', `/api/tracks/${track.id}`, { body: { privacy: 'private' } })
    expect([await opens(), await lists()]).toEqual([404, false])
  })

  it('is for the owner and the administrator; bad input of others is not even looked at', async () => {
    const open = await makeTrack(cast.db, cast.owner.id)
    const hidden = await makeTrack(cast.db, cast.owner.id, { privacy: 'private' })
    const requests = (id: string) =>
      [
        ['PUT', `/api/tracks/${id}`, { body: { nonsense: true } }],
        ['PUT', `/api/tracks/${id}/artwork`, { body: {} }],
        ['DELETE', `/api/tracks/${id}`, {}],
      ] as const
    for (const [method, path, request] of [...requests(open.id), ...requests(hidden.id)]) {
      expect((await cast.visitor(method, path, request)).status).toBe(401)
      expect((await cast.asStranger(method, path, request)).status).toBe(
        path.includes(hidden.id) ? 404 : 403,
      )
    }
    const missing = requests('0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b')
    for (const [method, path, request] of [...missing, ...requests('no-id')])
      expect((await cast.asAdministrator(method, path, request)).status).toBe(404)
    const body = { title: 'Tidied up' }
    const response = await cast.asAdministrator('PUT', `/api/tracks/${hidden.id}`, { body })
    expect(await json(response)).toMatchObject({ title: 'Tidied up', userId: cast.owner.id })
  })
})

describe('artwork', () => {
  it('is replaced by a registered image, and the old file is given up', async () => {
    const track = await makeTrack(cast.db, cast.owner.id)
    const [first, second] = [await image(), await image()]
    const path = `/api/tracks/${track.id}/artwork`
    const one = await cast.asOwner('PUT', path, { body: { artworkPath: first } })
    expect([one.status, (await json(one)).artworkUrl]).toEqual([200, first])
    await cast.asOwner('PUT', path, { body: { artworkPath: second } })
    expect([await stateOf(first), await stateOf(second)]).toEqual(['released', 'used'])
    const body = { artworkUrl: null }
    expect(
      (await json(await cast.asOwner('PUT', `/api/tracks/${track.id}`, { body }))).artworkUrl,
    ).toBe(null)
    expect(await stateOf(second)).toBe('released')
  })

  it('stays where an edit sends the present one again, whoever edits', async () => {
    const artworkUrl = await image()
    const body = { title: 'Art', audioUrl: await audio(), artworkUrl }
    const { id } = await json(await cast.asOwner('POST', '/api/tracks', { body }))
    const edit = { id, title: 'Art 2', artworkUrl }
    const response = await cast.asAdministrator('PUT', `/api/tracks/${id}`, { body: edit })
    expect([response.status, (await json(response)).artworkUrl]).toEqual([200, artworkUrl])
    expect(await stateOf(artworkUrl)).toBe('used')
  })

  it('of the administrator’s choice is one they uploaded themselves', async () => {
    const track = await makeTrack(cast.db, cast.owner.id)
    const path = `/api/tracks/${track.id}/artwork`
    const theirs = await cast.asAdministrator('PUT', path, { body: { artworkPath: await image() } })
    expect(theirs.status).toBe(404)
    const own = await cast.asAdministrator('PUT', path, {
      body: { artworkPath: await image(cast.administrator) },
    })
    expect(own.status).toBe(200)
  })

  it('serves one thing: the same image for another is refused', async () => {
    const [one, other] = [
      await makeTrack(cast.db, cast.owner.id),
      await makeTrack(cast.db, cast.owner.id),
    ]
    const body = { artworkPath: await image() }
    expect((await cast.asOwner('PUT', `/api/tracks/${one.id}/artwork`, { body })).status).toBe(200)
    expect((await cast.asOwner('PUT', `/api/tracks/${other.id}/artwork`, { body })).status).toBe(
      409,
    )
  })
})
