import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { tracks, users } from '#server/database/schema.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { uploadsOf } from '#server/testing/test-site.ts'
import { untilServed } from '#server/testing/until-served.ts'

const site = setUpTestSite()
const { audio, image, stateOf } = uploadsOf(site)

const json = async <T = Track>(response: Response) => (await response.json()) as T

const create = async (fields: { title: string; privacy: string }) =>
  json(await site.asOwner('POST', '/api/tracks', { body: { ...fields, audioUrl: await audio() } }))

test('creating a track: the upload becomes a track with the duration of its audio file', async () => {
  const body = {
    title: '  Salt Marsh ',
    description: '',
    artist: 'Ásdís Wren',
    studio: 'Loft 9',
    genre: 'lo-fi',
    privacy: 'unlisted',
    tags: ['dawn', 'field recording'],
    audioUrl: await audio(),
    artworkUrl: await image(),
  }
  const response = await site.asOwner('POST', '/api/tracks', { body })
  expect(response.status).toBe(201)
  expect(await json(response)).toMatchObject({
    ...body,
    title: 'Salt Marsh',
    description: null,
    slug: expect.stringMatching(/^salt-marsh-/),
    userId: site.owner.id,
    duration: 12,
    playCount: 0,
    likeCount: 0,
  })
  expect(await stateOf(body.audioUrl)).toBe('used')
  expect(await stateOf(body.artworkUrl)).toBe('used')
})

test('creating a track: privacy defaults to public, optional fields to empty', async () => {
  const body = { title: 'Bare', audioUrl: await audio(), artworkUrl: '' }
  expect(await json(await site.asOwner('POST', '/api/tracks', { body }))).toMatchObject({
    privacy: 'public',
    tags: [],
    genre: null,
    artworkUrl: null,
  })
})

test('creating a track: the title is a single line, the description keeps its line breaks', async () => {
  const audioUrl = await audio()
  const body = { title: 'Harbour\r\nLights', description: 'One\n\nTwo', audioUrl }
  const track = await json(await site.asOwner('POST', '/api/tracks', { body }))
  expect(track).toMatchObject({ title: 'Harbour Lights', description: 'One\n\nTwo' })
})

test('creating a track: anonymous callers get 401', async () => {
  const body = { title: 'Nobody’s', audioUrl: await audio() }
  expect((await site.visitor('POST', '/api/tracks', { body })).status).toBe(401)
})

test('creating a track: no one can use the upload of another user, not even the administrator', async () => {
  const audioUrl = await audio()
  for (const call of [site.asOtherUser, site.asAdministrator]) {
    const body = { title: 'Taken', audioUrl }
    expect((await call('POST', '/api/tracks', { body })).status).toBe(404)
  }
  const body = { title: 'Taken', audioUrl, artworkUrl: await image(site.otherUser) }
  expect((await site.asOwner('POST', '/api/tracks', { body })).status).toBe(404)
  expect(await stateOf(audioUrl)).toBe('registered')
})

test('creating a track: an image is not accepted as audio', async () => {
  const body = { title: 'Silent', audioUrl: await image() }
  expect((await site.asOwner('POST', '/api/tracks', { body })).status).toBe(404)
})

test('creating a track: concurrent requests for one upload create one track', async () => {
  const body = { title: 'Once', audioUrl: await audio() }
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => site.asOwner('POST', '/api/tracks', { body })),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(7).fill(409)])
  expect(
    await site.db.select().from(tracks).where(eq(tracks.audioPath, body.audioUrl)),
  ).toHaveLength(1)
})

test.each(['private', 'unlisted'])(
  'creating a track: %s tracks reserve no public slug and have an unguessable one',
  async (privacy) => {
    const title = `Hidden ${privacy}`
    const hidden = await create({ title, privacy })
    expect(hidden.slug).toMatch(new RegExp(`^hidden-${privacy}-[a-z2-9]{12}$`))
    expect((await site.asOtherUser('GET', `/api/tracks/slug/hidden-${privacy}`)).status).toBe(404)
    const audioUrl = await audio(site.otherUser)
    const others = await site.asOtherUser('POST', '/api/tracks', { body: { title, audioUrl } })
    expect((await json(others)).slug).toBe(`hidden-${privacy}`)
    const again = await create({ title, privacy })
    expect(again.slug).not.toBe(hidden.slug)
  },
)

test('creating a track: a suffix does not reveal whether a track is hidden or deleted', async () => {
  const slugOfOther = async (title: string) => {
    const body = { title, audioUrl: await audio(site.otherUser) }
    return (await json(await site.asOtherUser('POST', '/api/tracks', { body }))).slug
  }
  const hidden = await create({ title: 'Once hidden', privacy: 'public' })
  const body = { privacy: 'private' }
  expect((await site.asOwner('PUT', `/api/tracks/${hidden.id}`, { body })).status).toBe(200)
  const deleted = await create({ title: 'Once deleted', privacy: 'public' })
  expect((await site.asOwner('DELETE', `/api/tracks/${deleted.id}`)).status).toBe(204)
  expect(await slugOfOther('Once hidden')).toMatch(/^once-hidden-[a-z2-9]{5}$/)
  expect(await slugOfOther('Once deleted')).toMatch(/^once-deleted-[a-z2-9]{5}$/)
  const again = await create({ title: 'Once deleted', privacy: 'public' })
  expect(again.slug).toBe('once-deleted')
})

test('creating a track: the slug of a private one stays when it is published', async () => {
  const { id, slug } = await create({ title: 'Later', privacy: 'private' })
  const body = { title: 'Later', privacy: 'public' }
  const published = await json(await site.asOwner('PUT', `/api/tracks/${id}`, { body }))
  expect(published.slug).toBe(slug)
  expect((await site.visitor('GET', `/api/tracks/slug/${slug}`)).status).toBe(200)
})

test('creating a track: 50 concurrent tracks with the same title get 50 slugs', async () => {
  const title = 'gleich'
  const paths = await Promise.all(Array.from({ length: 50 }, () => audio()))
  const responses = await Promise.all(
    paths.map((audioUrl) =>
      untilServed(() => site.asOwner('POST', '/api/tracks', { body: { title, audioUrl } })),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(201))
  const slugs = (await Promise.all(responses.map((response) => json(response)))).map(
    ({ slug }) => slug,
  )
  expect(new Set(slugs).size).toBe(50)
  expect(slugs).toContain(title)
  expect(slugs.every((slug) => /^gleich(-[a-z2-9]{5,6})?$/.test(slug))).toBe(true)
})

test('creating a track: nothing remains if the user is deleted concurrently', async () => {
  const uploader = await makeUser(site.db)
  const call = await site.as(uploader)
  const paths = await Promise.all(Array.from({ length: 10 }, () => audio(uploader)))
  const responses = await Promise.all([
    ...paths.map((audioUrl) => call('POST', '/api/tracks', { body: { title: 'Late', audioUrl } })),
    site.db
      .delete(users)
      .where(eq(users.id, uploader.id))
      .then(() => ({ status: 0 })),
  ])
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(await site.db.select().from(tracks).where(eq(tracks.userId, uploader.id))).toEqual([])
})
