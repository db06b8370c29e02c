import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { tracks } from '#server/database/schema.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { uploadsOf } from '#server/testing/test-site.ts'

const site = setUpTestSite()
const { audio, stateOf } = uploadsOf(site)

const json = async <T = Track>(response: Response) => (await response.json()) as T
const countTracks = async () => (await site.db.select().from(tracks)).length

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
  ['a text for downloads', { allowDownload: 'yes' }, 'Allow download must be true or false'],
  ['a download count', { downloadCount: 9 }, /"downloadCount"/],
  ['NUL in a title', { title: 'a\0b' }, /cannot be stored/],
  ['a user id', { userId: '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b' }, /"userId"/],
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

test.each([
  ...badFields,
  ['no audio', { audioUrl: undefined }, 'Please upload an audio file.'],
  ['audio from a file', { audioUrl: 'file:///etc/passwd' }, 'Please upload an audio file.'],
  ['audio from elsewhere', { audioUrl: '//example.org/a.mp3' }, 'Please upload an audio file.'],
] satisfies typeof badFields)(
  'track validation: a new track with %s is rejected',
  async (_what, fields, message) => {
    const audioUrl = await audio()
    const before = await countTracks()
    const response = await site.asOwner('POST', '/api/tracks', {
      body: { title: 'Fine', audioUrl, ...fields },
    })
    expect(response.status).toBe(400)
    expect((await json<{ message: string }>(response)).message).toMatch(message)
    expect(await countTracks()).toBe(before)
    expect(await stateOf(audioUrl)).toBe('registered')
  },
)

test.each([
  ...badFields.filter(([what]) => what !== 'no title'),
  ['script for a link', { spotifyUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
  ['a link with a name in it', { appleMusicUrl: 'http://me@x.org' }, 'Please enter a valid URL'],
  ['another id', { id: '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b' }, /id in the body/],
  ['another audio', { audioUrl: '/objects/audio/x.mp3' }, /"audioUrl"/],
] satisfies typeof badFields)(
  'track validation: an update with %s is rejected',
  async (_what, fields, message) => {
    const track = await makeTrack(site.db, site.owner.id)
    const response = await site.asOwner('PUT', `/api/tracks/${track.id}`, { body: fields })
    expect(response.status).toBe(400)
    expect((await json<{ message: string }>(response)).message).toMatch(message)
    expect(await site.db.select().from(tracks).where(eq(tracks.id, track.id))).toEqual([track])
  },
)

test('track validation: unusual but valid text is stored as typed', async () => {
  const title = '<img src=x onerror=alert(1)></script>'
  const response = await site.asOwner('POST', '/api/tracks', {
    body: { title, description: title, artist: title, audioUrl: await audio() },
  })
  expect(await json(response)).toMatchObject({ title, description: title, artist: title })
})
