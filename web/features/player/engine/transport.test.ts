import { expect, test, vi } from 'vitest'
import { createPlaybackPosition } from './playback-position.ts'
import { createTransport } from './transport.ts'

/**
 * An audio element as the HTML standard describes it: without metadata a new position only sets
 * the start position, also that of another source.
 */
class FakeAudio extends EventTarget {
  preload = ''
  volume = 1
  muted = false
  duration = Number.NaN
  readyState = 0
  seeking = false
  /** As WebKit does with some files: so many seeks have no effect. */
  ignoredSeeks = 0
  play = vi.fn(async () => {})
  pause = vi.fn()
  load = vi.fn()
  removeAttribute = vi.fn()
  #start = 0
  #position = 0

  set src(_url: string) {
    this.readyState = 0
    this.#position = 0
  }
  get currentTime() {
    return this.readyState ? this.#position : this.#start
  }
  set currentTime(seconds: number) {
    if (!this.readyState) this.#start = seconds
    else this.#seek(seconds)
  }
  loadMetadata() {
    this.readyState = 1
    this.#seek(this.#start)
    this.#start = 0
    this.dispatchEvent(new Event('loadedmetadata'))
  }
  #seek(seconds: number) {
    if (this.ignoredSeeks > 0) this.ignoredSeeks -= 1
    else this.#position = seconds
  }
}

function setUp(ignoredSeeks = 0) {
  const audio = Object.assign(new FakeAudio(), { ignoredSeeks })
  return { audio, transport: createTransport(audio as unknown as HTMLAudioElement) }
}

test('transport: a track starts at its beginning although the previous one was to start later', () => {
  const { audio, transport } = setUp()
  transport.prepare('/restored', 42)
  void transport.start('/chosen')
  audio.loadMetadata()
  expect(audio.currentTime).toBe(0)
})

test('transport: a seek that the element ignores is repeated until it holds', () => {
  const { audio, transport } = setUp(2)
  transport.prepare('/restored', 42)
  audio.loadMetadata()
  expect(audio.currentTime).toBe(0)
  expect(transport.position()).toBe(42)
  audio.dispatchEvent(new Event('canplay'))
  expect(audio.currentTime).toBe(42)
  audio.dispatchEvent(new Event('seeked'))
  audio.currentTime = 50
  expect(transport.position()).toBe(50)
})

test('transport: a position that the element never reaches is given up', () => {
  const { audio, transport } = setUp(100)
  transport.prepare('/restored', 42)
  audio.loadMetadata()
  for (let i = 0; i < 10; i++) audio.dispatchEvent(new Event('timeupdate'))
  expect(audio.ignoredSeeks).toBeGreaterThan(90)
  expect(transport.position()).toBe(0)
})

const durationOf = (known: number | null, ofFile: number) => {
  const { audio, transport } = setUp()
  audio.duration = ofFile
  return createPlaybackPosition(transport, () => known).duration()
}

test("playback position: the server's duration counts, not the browser's estimate", () => {
  expect(durationOf(40, 48)).toBe(40)
  expect(durationOf(null, 48)).toBe(48)
  expect(durationOf(null, Number.NaN)).toBe(0)
})

test('transport: the gain of a track scales the volume, and the volume keeps its range', () => {
  const audio = new FakeAudio()
  const transport = createTransport(audio as unknown as HTMLAudioElement)
  transport.setGain(0.5)
  expect(audio.volume).toBe(0.5)
  transport.setVolume(0.4, false)
  expect(audio.volume).toBe(0.2)
  transport.setGain(1)
  expect(audio.volume).toBe(0.4)
})
