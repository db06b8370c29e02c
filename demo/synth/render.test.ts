import { describe, expect, test } from 'vitest'
import { allFixtures } from '../fixtures/fixtures.ts'
import type { SongParameters } from './composition/score.ts'
import { renderMusic, type StyleName, styles } from './render.ts'
import { peakOf, type Stereo, sampleRate, toDecibels } from './sound.ts'
import { timingOf } from './timing.ts'

const everyTrack = allFixtures.artists.flatMap(({ username, tracks }) =>
  tracks.map((track) => ({ ...track, seed: `${username} ${track.title}` })),
)
const short = { seed: 'a test', bpm: 240, seconds: 8 } satisfies Partial<SongParameters>

/** Decibels of each tenth of a second. */
function levels({ left, right }: Stereo): number[] {
  const frames = sampleRate / 10
  return Array.from({ length: Math.floor(left.length / frames) }, (_, window) => {
    let sum = 0
    for (let i = window * frames; i < (window + 1) * frames; i++)
      sum += (left[i] ?? 0) ** 2 + (right[i] ?? 0) ** 2
    return toDecibels(Math.sqrt(sum / frames / 2))
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

describe.each([
  ['techno', 'A minor'],
  ['waltz', 'D major'],
  ['soul', 'E minor'],
] as const satisfies [StyleName, SongParameters['key']][])('%s', (style, key) => {
  const sound = renderMusic(style, { ...short, key })

  test(`${style}: it is loud enough and does not clip`, () => {
    for (const side of [sound.left, sound.right]) {
      expect(side.every(Number.isFinite)).toBe(true)
      expect(toDecibels(peakOf(side))).toBeLessThan(-1)
    }
    expect(mean(levels(sound))).toBeGreaterThan(-32)
    expect(Math.max(...levels(sound))).toBeGreaterThan(-20)
  })

  test(`${style}: it has no silent gap, and starts and ends without a click`, () => {
    const inside = levels(sound).slice(3, -15)
    expect(Math.min(...inside)).toBeGreaterThan(-60)
    expect(Math.abs(sound.left[0] ?? 1)).toBeLessThan(0.001)
    expect(Math.abs(sound.left.at(-1) ?? 1)).toBeLessThan(0.001)
  })

  test(`${style}: it is stereo and has no DC offset`, () => {
    expect(sound.left.some((sample, i) => Math.abs(sample - (sound.right[i] ?? 0)) > 0.02)).toBe(
      true,
    )
    expect(Math.abs(mean([...sound.left.subarray(0, sampleRate * 5)]))).toBeLessThan(0.002)
  })
})

test('rendering: the same seed gives the same samples, another seed gives other music', () => {
  const parameters = { ...short, key: 'C major', bpm: 960, seconds: 2 } satisfies SongParameters
  const [first, second] = [renderMusic('waltz', parameters), renderMusic('waltz', parameters)]
  expect(Buffer.from(second.left.buffer).equals(Buffer.from(first.left.buffer))).toBe(true)
  const other = styles.waltz({ ...parameters, seed: 'another' })
  expect(other.channels).not.toEqual(styles.waltz(parameters).channels)
})

test.each(everyTrack)('demo track $title lasts 20 to 90 seconds', (track) => {
  const song = styles[track.style](track)
  const seconds = timingOf(song).secondsAt(song.beats)
  expect(seconds).toBeGreaterThan(20)
  expect(seconds + song.tail).toBeLessThan(90)
})

test('demo tracks: all notes are in range and within the length of the song', () => {
  for (const track of everyTrack) {
    const song = styles[track.style](track)
    const notes = song.channels.flatMap((channel) => channel.notes)
    expect(notes.length, track.title).toBeGreaterThan(20)
    const wrong = notes.filter(
      ({ pitch, velocity, at }) =>
        !(pitch > 20 && pitch < 110 && velocity > 0 && velocity <= 1) ||
        !(at >= 0 && at < song.beats + 1),
    )
    expect(wrong, track.title).toEqual([])
  }
})
