import { sampleRate } from './sound.ts'

/** Control-rate signals (pitch, cutoff, level) are computed once per block, not once per sample. */
export const blockFrames = 32
export const blocksPerSecond = sampleRate / blockFrames

/** One value per block. */
export type Curve = Float32Array

export function curve(frames: number, valueAt: (seconds: number) => number): Curve {
  const values = new Float32Array(Math.ceil(frames / blockFrames) + 1)
  for (let block = 0; block < values.length; block++)
    values[block] = valueAt(block / blocksPerSecond)
  return values
}

/** Multiplies by a curve, interpolated linearly between blocks to avoid clicks. */
export function applyCurve(samples: Float32Array, gain: Curve): void {
  for (let block = 0; block * blockFrames < samples.length; block++) {
    const from = gain[block] ?? 0
    const slope = ((gain[block + 1] ?? from) - from) / blockFrames
    const start = block * blockFrames
    const end = Math.min(start + blockFrames, samples.length)
    for (let i = start; i < end; i++) samples[i] = (samples[i] ?? 0) * (from + slope * (i - start))
  }
}
