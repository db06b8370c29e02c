import { expect, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import { toFormValues, toTrackUpdate, trackForm } from './track-form.ts'

const track = {
  title: 'Hinge',
  description: null,
  artist: 'Maren Voss',
  studio: null,
  genre: 'folk',
  isrc: 'DEA012600001',
  privacy: 'unlisted',
  tags: ['tape', 'slow'],
  allowDownload: true,
  spotifyUrl: null,
  appleMusicUrl: 'https://music.apple.com/hinge',
} as TrackDetail

/** The first one of each field, which is the one that the form shows. */
function messagesFor(change: object) {
  const { error } = trackForm.safeParse({ ...toFormValues(track), ...change })
  return error?.issues.map(({ path, message }) => ({ [path.join('.')]: message }))[0]
}

test("track form: an unchanged form submits the track's values", () => {
  expect(toTrackUpdate(trackForm.parse(toFormValues(track)))).toEqual({
    title: 'Hinge',
    description: '',
    artist: 'Maren Voss',
    studio: '',
    genre: 'folk',
    isrc: 'DEA012600001',
    privacy: 'unlisted',
    publishAt: '',
    tags: ['tape', 'slow'],
    allowDownload: true,
    spotifyUrl: '',
    appleMusicUrl: 'https://music.apple.com/hinge',
  })
})

test.each([
  [{ title: '' }, 'Title is required'],
  [{ title: '   ' }, 'Title is required'],
  [{ isrc: '12345' }, 'Please enter a valid ISRC, such as DE-A12-26-00001'],
  [{ title: 'x'.repeat(201) }, 'Title must be less than 200 characters'],
  [{ artist: 'x'.repeat(201) }, 'Artist must be less than 200 characters'],
  [{ studio: 'x'.repeat(201) }, 'Studio/Label must be less than 200 characters'],
  [{ description: 'x'.repeat(5001) }, 'Description must be less than 5000 characters'],
  [{ genre: 'polka' }, 'Please choose a genre from the list'],
  [{ tags: 'x'.repeat(51) }, 'Tag must be less than 50 characters'],
  [{ tags: Array.from({ length: 21 }, (_, i) => i).join() }, 'A track can have 20 tags at most'],
  [{ spotifyUrl: 'spotify' }, 'Please enter a valid URL'],
  [{ spotifyUrl: 'ftp://x.example' }, 'Please enter a valid URL'],
  [{ appleMusicUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
])('track form: invalid values are rejected (%#)', (change, message) => {
  expect(messagesFor(change)).toEqual({ [Object.keys(change)[0] ?? '']: message })
})

test.each([
  { spotifyUrl: '', appleMusicUrl: '' },
  { spotifyUrl: ' https://open.spotify.com/track/1 ' },
  { spotifyUrl: 'open.spotify.com/track/1' },
  { genre: '', tags: '' },
])('track form: valid values are accepted (%#)', (change) => {
  expect(messagesFor(change)).toBeUndefined()
})
