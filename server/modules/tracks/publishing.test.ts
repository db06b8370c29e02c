import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { tracks, uploads, users } from '#server/platform/postgres/schema.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import { type MadeUser, makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'

let app: TestApp
let db: Db
let owner: MadeUser
let stranger: MadeUser
let administrator: MadeUser
let asOwner: Caller
let asStranger: Caller
let asAdministrator: Caller

beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_EMAILS: 'boss@example.org' } })
  db = app.postgres.db
  owner = await makeUser(db)
  stranger = await makeUser(db)
  administrator = await makeUser(db, { email: 'boss@example.org', emailVerified: true })
  asOwner = await app.as(owner)
  asStranger = await app.as(stranger)
  asAdministrator = await app.as(administrator)
})
afterAll(() => app.close())

const json = async <T = Track>(response: Response) => (await response.json()) as T
const audio = async (user = owner) => (await makeUpload(db, user.id, 'audio')).objectPath
const image = async (user = owner) => (await makeUpload(db, user.id, 'image')).objectPath
const stateOf = async (objectPath: string) =>
  (await db.select().from(uploads).where(eq(uploads.objectPath, objectPath)))[0]?.state
const countTracks = async () => (await db.select().from(tracks)).length

describe('publishing', () => {
  it('makes a track of an upload, with the duration that was read from it', async () => {
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
    const response = await asOwner('POST', '/api/tracks', { body })
    expect(response.status).toBe(201)
    expect(await json(response)).toMatchObject({
      ...body,
      title: 'Salt Marsh',
      description: null,
      slug: 'salt-marsh',
      userId: owner.id,
      duration: 12,
      playCount: 0,
      likeCount: 0,
    })
    expect(await stateOf(body.audioUrl)).toBe('used')
    expect(await stateOf(body.artworkUrl)).toBe('used')
  })

  it('is public and bare unless told otherwise', async () => {
    const body = { title: 'Bare', audioUrl: await audio(), artworkUrl: '' }
    expect(await json(await asOwner('POST', '/api/tracks', { body }))).toMatchObject({
      privacy: 'public',
      tags: [],
      genre: null,
      artworkUrl: null,
    })
  })

  it('needs somebody signed in', async () => {
    const body = { title: 'Nobody’s', audioUrl: await audio() }
    expect((await app.visitor('POST', '/api/tracks', { body })).status).toBe(401)
  })

  it('takes nobody else’s upload, not even the administrator’s hand can', async () => {
    const audioUrl = await audio()
    for (const call of [asStranger, asAdministrator]) {
      const body = { title: 'Taken', audioUrl }
      expect((await call('POST', '/api/tracks', { body })).status).toBe(404)
    }
    const body = { title: 'Taken', audioUrl, artworkUrl: await image(stranger) }
    expect((await asOwner('POST', '/api/tracks', { body })).status).toBe(404)
    expect(await stateOf(audioUrl)).toBe('registered')
  })

  it('takes no picture for audio', async () => {
    const body = { title: 'Silent', audioUrl: await image() }
    expect((await asOwner('POST', '/api/tracks', { body })).status).toBe(404)
  })

  it('makes one track of one upload, however often and how quickly it is asked', async () => {
    const body = { title: 'Once', audioUrl: await audio() }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => asOwner('POST', '/api/tracks', { body })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(7).fill(409)])
    expect(await db.select().from(tracks).where(eq(tracks.audioUrl, body.audioUrl))).toHaveLength(1)
  })

  it('gives 50 uploads of the same title 50 slugs', async () => {
    const paths = await Promise.all(Array.from({ length: 50 }, () => audio()))
    const answers = await Promise.all(
      paths.map((audioUrl) =>
        asOwner('POST', '/api/tracks', { body: { title: 'Gleich', audioUrl } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const slugs = (await Promise.all(answers.map((answer) => json(answer)))).map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(50)
    expect(slugs).toContain('gleich')
    expect(slugs.every((slug) => /^gleich(-[a-z2-9]{5,6})?$/.test(slug))).toBe(true)
  })

  it('leaves nothing behind for a person who is deleted meanwhile', async () => {
    const person = await makeUser(db)
    const call = await app.as(person)
    const paths = await Promise.all(Array.from({ length: 10 }, () => audio(person)))
    const answers = await Promise.all([
      ...paths.map((audioUrl) =>
        call('POST', '/api/tracks', { body: { title: 'Late', audioUrl } }),
      ),
      db
        .delete(users)
        .where(eq(users.id, person.id))
        .then(() => ({ status: 0 })),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await db.select().from(tracks).where(eq(tracks.userId, person.id))).toEqual([])
  })
})

const badFields: [what: string, fields: Record<string, unknown>, message: RegExp | string][] = [
  ['no title', { title: undefined }, 'Title is required'],
  ['a blank title', { title: ' \t ' }, 'Title is required'],
  ['a title of 201', { title: 'x'.repeat(201) }, 'Title must be less than 200 characters'],
  ['a number for a title', { title: 7 }, 'Title is required'],
  ['a list for a description', { description: ['x'] }, 'Description must be text'],
  ['a description of 5,001', { description: 'x'.repeat(5001) }, /less than 5000/],
  ['21 tags', { tags: Array(21).fill('x') }, 'A track can have 20 tags at most'],
  ['a tag of 51', { tags: ['x'.repeat(51)] }, /less than 50/],
  ['a text for tags', { tags: 'a, b' }, 'Tags must be a list of words'],
  ['Public for public', { privacy: 'Public' }, 'Privacy must be public, unlisted or private'],
  ['a genre of its own', { genre: 'polka' }, 'Please choose a genre from the list'],
  ['NUL in a title', { title: 'a\0b' }, /cannot be stored/],
  ['somebody’s id', { userId: '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b' }, /"userId"/],
  ['a like count', { likeCount: 9 }, /"likeCount"/],
  ['a play count', { playCount: 9 }, /"playCount"/],
  ['a slug', { slug: 'mine' }, /"slug"/],
  [
    'artwork from elsewhere',
    { artworkUrl: 'http://169.254.169.254/x.png' },
    /upload the image first/,
  ],
  ['artwork up the tree', { artworkUrl: '/objects/../x' }, /upload the image first/],
]

describe('bad input', () => {
  it.each([
    ...badFields,
    ['no audio', { audioUrl: undefined }, 'Please upload an audio file.'],
    ['audio from a file', { audioUrl: 'file:///etc/passwd' }, 'Please upload an audio file.'],
    ['audio from elsewhere', { audioUrl: '//example.org/a.mp3' }, 'Please upload an audio file.'],
  ] satisfies typeof badFields)('of a new track: %s', async (_what, fields, message) => {
    const audioUrl = await audio()
    const before = await countTracks()
    const response = await asOwner('POST', '/api/tracks', {
      body: { title: 'Fine', audioUrl, ...fields },
    })
    expect(response.status).toBe(400)
    expect((await json<{ message: string }>(response)).message).toMatch(message)
    expect(await countTracks()).toBe(before)
    expect(await stateOf(audioUrl)).toBe('registered')
  })

  it.each([
    ...badFields.filter(([what]) => what !== 'no title'),
    ['script for a link', { spotifyUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
    ['a link with a name in it', { appleMusicUrl: 'http://me@x.org' }, 'Please enter a valid URL'],
    ['another id', { id: '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b' }, /id in the body/],
    ['another audio', { audioUrl: '/objects/audio/x.mp3' }, /"audioUrl"/],
  ] satisfies typeof badFields)('of a change: %s', async (_what, fields, message) => {
    const track = await makeTrack(db, owner.id)
    const response = await asOwner('PUT', `/api/tracks/${track.id}`, { body: fields })
    expect(response.status).toBe(400)
    expect((await json<{ message: string }>(response)).message).toMatch(message)
    expect(await db.select().from(tracks).where(eq(tracks.id, track.id))).toEqual([track])
  })

  it('is kept as typed where it only looks bad', async () => {
    const title = '<img src=x onerror=alert(1)></script>'
    const response = await asOwner('POST', '/api/tracks', {
      body: { title, description: title, artist: title, audioUrl: await audio() },
    })
    expect(await json(response)).toMatchObject({ title, description: title, artist: title })
  })
})

describe('a change', () => {
  it('touches what is sent, and keeps the slug', async () => {
    const track = await makeTrack(db, owner.id, { description: 'old', genre: 'jazz', tags: ['a'] })
    const body = {
      id: track.id,
      title: 'New Name',
      genre: '',
      spotifyUrl: 'https://open.spotify.com/x',
    }
    const response = await asOwner('PUT', `/api/tracks/${track.id}`, { body })
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
    const track = await makeTrack(db, owner.id)
    const changed = await json(await asOwner('PUT', `/api/tracks/${track.id}`, { body: {} }))
    expect(changed.updatedAt).toBe(track.updatedAt.toISOString())
  })

  it('to private hides it from the very next request', async () => {
    const track = await makeTrack(db, owner.id)
    const opens = async () => (await asStranger('GET', `/api/tracks/slug/${track.id}`)).status
    const lists = async () =>
      (await json<Track[]>(await asStranger('GET', '/api/tracks'))).some(
        ({ id }) => id === track.id,
      )
    expect([await opens(), await lists()]).toEqual([200, true])
    await asOwner('PUT', `/api/tracks/${track.id}`, { body: { privacy: 'private' } })
    expect([await opens(), await lists()]).toEqual([404, false])
  })

  it('is for the owner and the administrator; bad input of others is not even looked at', async () => {
    const open = await makeTrack(db, owner.id)
    const hidden = await makeTrack(db, owner.id, { privacy: 'private' })
    const requests = (id: string) =>
      [
        ['PUT', `/api/tracks/${id}`, { body: { nonsense: true } }],
        ['PUT', `/api/tracks/${id}/artwork`, { body: {} }],
        ['DELETE', `/api/tracks/${id}`, {}],
      ] as const
    for (const [method, path, request] of [...requests(open.id), ...requests(hidden.id)]) {
      expect((await app.visitor(method, path, request)).status).toBe(401)
      expect((await asStranger(method, path, request)).status).toBe(
        path.includes(hidden.id) ? 404 : 403,
      )
    }
    const missing = requests('0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b')
    for (const [method, path, request] of [...missing, ...requests('no-id')])
      expect((await asAdministrator(method, path, request)).status).toBe(404)
    const body = { title: 'Tidied up' }
    const response = await asAdministrator('PUT', `/api/tracks/${hidden.id}`, { body })
    expect(await json(response)).toMatchObject({ title: 'Tidied up', userId: owner.id })
  })
})

describe('artwork', () => {
  it('is replaced by a registered image, and the old file is given up', async () => {
    const track = await makeTrack(db, owner.id)
    const [first, second] = [await image(), await image()]
    const path = `/api/tracks/${track.id}/artwork`
    const one = await asOwner('PUT', path, { body: { artworkPath: first } })
    expect([one.status, (await json(one)).artworkUrl]).toEqual([200, first])
    await asOwner('PUT', path, { body: { artworkPath: second } })
    expect([await stateOf(first), await stateOf(second)]).toEqual(['released', 'used'])
    const body = { artworkUrl: null }
    expect((await json(await asOwner('PUT', `/api/tracks/${track.id}`, { body }))).artworkUrl).toBe(
      null,
    )
    expect(await stateOf(second)).toBe('released')
  })

  it('stays where an edit sends the present one again, whoever edits', async () => {
    const artworkUrl = await image()
    const body = { title: 'Art', audioUrl: await audio(), artworkUrl }
    const { id } = await json(await asOwner('POST', '/api/tracks', { body }))
    const edit = { id, title: 'Art 2', artworkUrl }
    const response = await asAdministrator('PUT', `/api/tracks/${id}`, { body: edit })
    expect([response.status, (await json(response)).artworkUrl]).toEqual([200, artworkUrl])
    expect(await stateOf(artworkUrl)).toBe('used')
  })

  it('of the administrator’s choice is one they uploaded themselves', async () => {
    const track = await makeTrack(db, owner.id)
    const path = `/api/tracks/${track.id}/artwork`
    const theirs = await asAdministrator('PUT', path, { body: { artworkPath: await image() } })
    expect(theirs.status).toBe(404)
    const own = await asAdministrator('PUT', path, {
      body: { artworkPath: await image(administrator) },
    })
    expect(own.status).toBe(200)
  })

  it('serves one thing: the same image for another is refused', async () => {
    const [one, other] = [await makeTrack(db, owner.id), await makeTrack(db, owner.id)]
    const body = { artworkPath: await image() }
    expect((await asOwner('PUT', `/api/tracks/${one.id}/artwork`, { body })).status).toBe(200)
    expect((await asOwner('PUT', `/api/tracks/${other.id}/artwork`, { body })).status).toBe(409)
  })
})
