import { expect, test } from 'vitest'
import { chordOf, progression, voiceChord } from './chords.ts'

test('chords: chord symbols are parsed', () => {
  expect(chordOf('I')).toEqual({ root: 0, tones: [0, 4, 7] })
  expect(chordOf('ii9')).toEqual({ root: 2, tones: [2, 5, 9, 0, 4] })
  expect(chordOf('bVIImaj7')).toEqual({ root: 10, tones: [10, 2, 5, 9] })
  expect(() => chordOf('H7')).toThrow('No such chord: H7')
})

test('chords: the chords of a bar share it evenly', () => {
  expect(progression('I | ii V', 4).map(({ at, beats }) => [at, beats])).toEqual([
    [0, 4],
    [4, 2],
    [6, 2],
  ])
})

test('chords: voice leading is small and stays within the range', () => {
  const range = { low: 52, high: 76, voices: 4 }
  let previous: number[] | undefined
  for (const symbol of ['Imaj7', 'vi7', 'ii7', 'V7', 'iii7', 'IVmaj7']) {
    const pitches = voiceChord(chordOf(symbol), 60, range, previous)
    expect(pitches).toHaveLength(4)
    expect(Math.min(...pitches)).toBeGreaterThanOrEqual(range.low)
    expect(Math.max(...pitches)).toBeLessThanOrEqual(range.high)
    const moves = pitches.map((pitch) =>
      Math.min(...(previous ?? pitches).map((before) => Math.abs(before - pitch))),
    )
    expect(moves.reduce((sum, move) => sum + move, 0)).toBeLessThanOrEqual(10)
    previous = pitches
  }
})
