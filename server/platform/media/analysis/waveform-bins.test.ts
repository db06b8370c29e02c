import { expect, test } from 'vitest'
import { WaveformMeter } from './waveform-bins.ts'

const noise = (length: number) =>
  Float32Array.from({ length }, (_, i) => ((((i * 7919) % 1009) - 504) / 504) * 0.9)

function bins(channels: Float32Array[], pieceLength = 999) {
  const meter = new WaveformMeter()
  for (let at = 0; at < (channels[0]?.length ?? 0); at += pieceLength)
    meter.add(channels.map((samples) => samples.subarray(at, at + pieceLength)))
  return meter.bins()
}

test('waveform: a track has 2,048 to 4,096 bins whatever its length', () => {
  for (const length of [2048, 4095, 4096, 44_100, 1_000_003]) {
    const { peaks, samplesPerBin } = bins([noise(length)])
    expect(peaks.length / 2).toBeGreaterThanOrEqual(2048)
    expect(peaks.length / 2).toBeLessThanOrEqual(4096)
    expect(peaks.length / 2).toBe(Math.ceil(length / samplesPerBin))
  }
  expect(bins([noise(1)]).peaks).toHaveLength(2)
})

test('waveform: bins have the minimum and maximum of their samples', () => {
  const samples = noise(50_000)
  const { peaks, samplesPerBin } = bins([samples])
  for (let bin = 0; bin < peaks.length / 2; bin++) {
    const part = samples.subarray(bin * samplesPerBin, (bin + 1) * samplesPerBin)
    expect(peaks[2 * bin]).toBe(Math.trunc(Math.min(...part) * 128))
    expect(peaks[2 * bin + 1]).toBe(Math.trunc(Math.max(...part) * 128))
  }
})

test('waveform: channels are averaged, and full scale stays within 8 bits', () => {
  const left = new Float32Array(3000).fill(1)
  const right = new Float32Array(3000).fill(-1)
  expect([...bins([left, right]).peaks].every((peak) => peak === 0)).toBe(true)
  expect([...bins([left, left]).peaks].every((peak) => peak === 127)).toBe(true)
  expect([...bins([right, right]).peaks].every((peak) => peak === -128)).toBe(true)
})
