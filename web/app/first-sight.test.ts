import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { drawFirstSight } from './first-sight.tsx'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const ines = {
  id: 'e1b7b1a2-5d0c-4c7e-8a52-0d5d8f7a9c11',
  displayName: 'Ines',
  username: 'ines',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
}
const aTrack = (): Track => ({
  id: '4f6d2c0e-3f1a-4f0a-9a51-6f2a3d1c8b77',
  userId: ines.id,
  title: 'Ferry & <Harbour>',
  slug: 'ferry',
  description: null,
  artist: null,
  studio: null,
  genre: null,
  tags: [],
  privacy: 'public',
  audioUrl: '/objects/sound',
  artworkUrl: null,
  spotifyUrl: null,
  appleMusicUrl: null,
  duration: 61,
  playCount: 3,
  likeCount: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  user: ines,
  likes: [],
})

async function drawAndForget(): Promise<WeakRef<Track>> {
  const track = aTrack()
  const markup = await drawFirstSight({ brandName: 'Soundpost', path: '/track/ferry', track })
  expect(markup.includes('Ferry &amp; &lt;Harbour&gt;</h1>')).toBe(true)
  return new WeakRef(track)
}

it('keeps nothing of the pages that it has drawn', async () => {
  const first = await drawAndForget()
  // React itself may still hold the last one.
  await drawAndForget()
  await expect
    .poll(() => {
      collectGarbage()
      return first.deref()?.title
    })
    .toBeUndefined()
})
