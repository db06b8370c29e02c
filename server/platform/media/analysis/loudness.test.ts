import { expect, test } from 'vitest'
import { LoudnessMeter } from './loudness.ts'
import { TruePeakMeter } from './true-peak.ts'

const sampleRate = 48_000
/** Fades in within 50 ms: a sudden start has peaks of its own. */
function tone(seconds: number, level: number, frequency = 997, phase = 0): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  for (let i = 0; i < samples.length; i++) {
    const fade = Math.min(1, i / 2400)
    const angle = (2 * Math.PI * frequency * i) / sampleRate + phase
    samples[i] = fade * 10 ** (level / 20) * Math.sin(angle)
  }
  return samples
}

type Meter = { add(channels: readonly Float32Array[]): void }

/** Adds in pieces of uneven lengths, as decoders return them. */
function addTo<T extends Meter>(meter: T, channels: Float32Array[], pieceLength = 1000): T {
  const length = channels[0]?.length ?? 0
  for (let at = 0, piece = pieceLength; at < length; at += piece, piece = (piece * 3) % 4999)
    meter.add(channels.map((samples) => samples.subarray(at, at + piece)))
  return meter
}

function loudnessOf(channels: Float32Array[], pieceLength?: number): number {
  const meter = new LoudnessMeter(sampleRate, channels.length)
  return addTo(meter, channels, pieceLength).integrated() ?? 0
}

function truePeakOf(channels: Float32Array[], pieceLength?: number): number {
  const meter = new TruePeakMeter(sampleRate, channels.length)
  return addTo(meter, channels, pieceLength).peak() ?? 0
}

function joined(parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

// EBU Tech 3341, tests 1 to 5: the results may differ by 0.1 LU.
test.each([
  ['a stereo tone of -23 dBFS', [[20, -23]], -23],
  ['a stereo tone of -33 dBFS', [[20, -33]], -33],
  [
    'quiet parts before and after',
    [
      [10, -36],
      [60, -23],
      [10, -36],
    ],
    -23,
  ],
  [
    'silence before and after',
    [
      [10, -72],
      [10, -36],
      [60, -23],
      [10, -36],
      [10, -72],
    ],
    -23,
  ],
  [
    'parts of different levels',
    [
      [20, -26],
      [20.1, -20],
      [20, -26],
    ],
    -23,
  ],
])('loudness: EBU Tech 3341 is met for %s', (_, parts, expected) => {
  const channel = joined(parts.map(([seconds = 0, level = 0]) => tone(seconds, level)))
  expect(Math.abs(loudnessOf([channel, channel]) - expected)).toBeLessThan(0.1)
})

test('loudness: surround channels count more and the LFE not at all', () => {
  const levels = [-28, -28, -24, 0, -30, -30]
  const channels = levels.map((level) => tone(20, level))
  expect(Math.abs(loudnessOf(channels) + 23)).toBeLessThan(0.1)
})

test('loudness: silence and less than 400 ms have none', () => {
  const meter = new LoudnessMeter(sampleRate, 1)
  meter.add([tone(0.39, -3)])
  expect(meter.integrated()).toBeNull()
  const silent = new LoudnessMeter(sampleRate, 1)
  silent.add([new Float32Array(sampleRate)])
  expect(silent.integrated()).toBeNull()
})

test('loudness: the length of the pieces does not change the result', () => {
  const channel = tone(3, -10, 440)
  for (const measure of [loudnessOf, truePeakOf])
    expect(measure([channel], 7)).toBeCloseTo(measure([channel], channel.length), 9)
})

// EBU Tech 3341, tests 15 to 19: between -0.4 and +0.2 dB of the expected level.
test.each([
  [sampleRate / 4, 0],
  [sampleRate / 4, Math.PI / 4],
  [sampleRate / 6, Math.PI / 3],
  [sampleRate / 8, Math.PI / 8],
])(
  'true peak: a tone of %i Hz with phase %f is measured between its samples',
  (frequency, phase) => {
    const level = truePeakOf([tone(1, -6, frequency, phase)])
    expect(level).toBeGreaterThan(-6.4)
    expect(level).toBeLessThan(-5.8)
  },
)

test('true peak: silence has none', () => {
  const meter = new TruePeakMeter(sampleRate, 1)
  meter.add([new Float32Array(1000)])
  expect(meter.peak()).toBeNull()
})
