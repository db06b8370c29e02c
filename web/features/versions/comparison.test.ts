import { expect, test } from 'vitest'
import { createComparison, equalGains } from './comparison.ts'

/** What an audio element does, without sound. */
class TestAudio extends EventTarget {
  paused = true
  muted = false
  ended = false
  volume = 1
  currentTime = 0
  duration = 60
  preload = ''
  readyState = 4
  src = ''
  async play() {
    this.paused = false
  }
  pause() {
    this.paused = true
  }
  hasAttribute = () => this.src !== ''
  removeAttribute() {
    this.src = ''
  }
  load() {}
}

function setUp() {
  const elements: TestAudio[] = []
  const comparison = createComparison({ a: '/old', b: '/new' }, () => {
    const element = new TestAudio()
    elements.push(element)
    return element as unknown as HTMLAudioElement
  })
  const [a = new TestAudio(), b = new TestAudio()] = elements
  for (const element of elements) element.dispatchEvent(new Event('loadedmetadata'))
  return { comparison, a, b }
}

test('comparison: the louder file is turned down to the quieter one, and nothing is turned up', () => {
  const gains = equalGains({ a: -8, b: -14 })
  expect(gains?.a).toBeCloseTo(0.501, 3)
  expect(gains?.b).toBe(1)
})

test('comparison: without both loudnesses none is changed', () => {
  expect(equalGains({ a: -8, b: null })).toBeNull()
})

test('comparison: on a device that lets no page change the volume it does not claim to be equally loud', () => {
  const { comparison, a } = setUp()
  const loudness = { a: -8, b: -14 }
  comparison.setLoudness(loudness)
  expect(comparison.get().isLevelled).toBe(true)
  Object.defineProperty(a, 'volume', { get: () => 1, set: () => {} })
  comparison.setLoudness(loudness)
  expect(comparison.get().isLevelled).toBe(false)
})

test('comparison: both files play and only the new one is heard', () => {
  const { comparison, a, b } = setUp()
  comparison.toggle()
  expect([a.paused, b.paused, a.muted, b.muted]).toEqual([false, false, true, false])
})

test('comparison: switching continues at the same position', () => {
  const { comparison, a, b } = setUp()
  comparison.toggle()
  b.currentTime = 12.5
  comparison.switch()
  expect(a.currentTime).toBe(12.5)
  expect([a.muted, b.muted]).toEqual([false, true])
})

test('comparison: a file that the browser cannot play is never heard', () => {
  const { comparison, b } = setUp()
  b.dispatchEvent(new Event('error'))
  expect(comparison.get()).toMatchObject({ heard: 'a', failed: ['b'] })
  comparison.switch()
  expect(comparison.get().heard).toBe('a')
})

test('comparison: closing it stops both', () => {
  const { comparison, a, b } = setUp()
  comparison.toggle()
  comparison.close()
  expect([a.paused, b.paused, a.src, b.src]).toEqual([true, true, '', ''])
})
