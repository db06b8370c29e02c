import { expect, test } from 'vitest'
import { createAudioCache, maxTracks } from './audio-cache.ts'

function setUp(maxBytes?: number) {
  const revoked: string[] = []
  let created = 0
  let inUse = ''
  URL.createObjectURL = () => {
    created += 1
    return `blob:${created}`
  }
  URL.revokeObjectURL = (objectUrl) => void revoked.push(objectUrl)
  const cache = createAudioCache(() => inUse, maxBytes)
  const put = (name: string, bytes = 1) => cache.put(name, new Blob(['x'.repeat(bytes)]))
  return {
    cache,
    put,
    revoked,
    play: (name: string) => {
      inUse = cache.get(name) ?? ''
    },
  }
}

test('audio cache: the eleventh track evicts the oldest and revokes its object URL', () => {
  const { cache, put, revoked } = setUp()
  for (let i = 1; i <= maxTracks; i++) put(`track ${i}`)
  expect(revoked).toEqual([])
  expect(cache.get('track 1')).toBe('blob:1')
  put('track 11')
  expect(revoked).toEqual(['blob:1'])
  expect(cache.get('track 1')).toBeUndefined()
  expect(cache.get('track 2')).toBe('blob:2')
  expect(cache.get('track 11')).toBe('blob:11')
})

test('audio cache: the playing track is never evicted', () => {
  const { cache, put, play, revoked } = setUp()
  for (let i = 1; i <= maxTracks; i++) put(`track ${i}`)
  play('track 1')
  put('track 11')
  expect(revoked).toEqual(['blob:2'])
  expect(cache.get('track 1')).toBe('blob:1')
})

test('audio cache: a track gets one object URL', () => {
  const { cache, put } = setUp()
  put('a')
  put('a')
  expect(cache.get('a')).toBe('blob:1')
})

test('audio cache: the oldest track is evicted when the size limit is reached', () => {
  const { cache, put, revoked } = setUp(100)
  put('a', 40)
  put('b', 40)
  put('c', 50)
  expect(revoked).toEqual(['blob:1'])
  expect(cache.get('c')).toBeDefined()
})

test('audio cache: a file that does not fit beside the playing one is not cached', () => {
  const { cache, put, play, revoked } = setUp(100)
  put('a', 60)
  play('a')
  put('b', 50)
  expect(cache.get('b')).toBeUndefined()
  expect(revoked).toEqual([])
  expect([cache.fits(50), cache.fits(51)]).toEqual([true, false])
})
