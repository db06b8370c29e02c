import { expect, it } from 'vitest'
import { createAudioCache, mostTracks } from './audio-cache.ts'

function setUp(budget?: number) {
  const released: string[] = []
  let made = 0
  let inUse = ''
  const cache = createAudioCache({
    inUse: () => inUse,
    createAddress() {
      made += 1
      return `blob:${made}`
    },
    releaseAddress: (address) => released.push(address),
    ...(budget && { budget }),
  })
  const put = (name: string, bytes = 1) => cache.put(name, new Blob(['x'.repeat(bytes)]))
  return {
    cache,
    put,
    released,
    play: (name: string) => {
      inUse = cache.get(name) ?? ''
    },
  }
}

it('keeps ten tracks; the eleventh takes the place of the oldest, whose address is released', () => {
  const { cache, put, released } = setUp()
  for (let i = 1; i <= mostTracks; i++) put(`track ${i}`)
  expect(released).toEqual([])
  expect(cache.get('track 1')).toBe('blob:1')
  put('track 11')
  expect(released).toEqual(['blob:1'])
  expect(cache.get('track 1')).toBeUndefined()
  expect(cache.get('track 2')).toBe('blob:2')
  expect(cache.get('track 11')).toBe('blob:11')
})

it('never takes away what is playing', () => {
  const { cache, put, play, released } = setUp()
  for (let i = 1; i <= mostTracks; i++) put(`track ${i}`)
  play('track 1')
  put('track 11')
  expect(released).toEqual(['blob:2'])
  expect(cache.get('track 1')).toBe('blob:1')
})

it('makes an address once per track', () => {
  const { cache, put } = setUp()
  put('a')
  put('a')
  expect(cache.get('a')).toBe('blob:1')
})

it('stays within its bytes, the oldest going first', () => {
  const { cache, put, released } = setUp(100)
  put('a', 40)
  put('b', 40)
  put('c', 50)
  expect(released).toEqual(['blob:1'])
  expect(cache.get('c')).toBeDefined()
})

it('leaves out a file for which there is no room beside the one that plays', () => {
  const { cache, put, play, released } = setUp(100)
  put('a', 60)
  play('a')
  put('b', 50)
  expect(cache.get('b')).toBeUndefined()
  expect(released).toEqual([])
  expect([cache.fits(50), cache.fits(51)]).toEqual([true, false])
})
