import { blockFrames, type Curve } from './control.ts'
import { sampleRate } from './sound.ts'

type FilterKind = 'low' | 'band' | 'high'
export type FilterOptions = {
  kind: FilterKind
  /** Hertz. */
  cutoff: number | Curve
  /** Q: 0.7 is flat, 4 resonates. */
  resonance?: number
}

/** A state-variable filter, stable under modulation of the cutoff. Changes the samples in place. */
export function filter(samples: Float32Array, options: FilterOptions): Float32Array {
  const damping = 1 / (options.resonance ?? 0.7)
  const { cutoff, kind } = options
  const dry = kind === 'high' ? 1 : 0
  const band = kind === 'band' ? damping : kind === 'high' ? -damping : 0
  const low = kind === 'low' ? 1 : kind === 'high' ? -1 : 0
  const stride = typeof cutoff === 'number' ? samples.length : blockFrames
  let first = 0
  let second = 0
  for (let start = 0; start < samples.length; start += stride) {
    const hertz = typeof cutoff === 'number' ? cutoff : (cutoff[start / blockFrames] ?? 1000)
    const g = Math.tan((Math.PI * clampHertz(hertz)) / sampleRate)
    const a1 = 1 / (1 + g * (g + damping))
    const a2 = g * a1
    const a3 = g * a2
    const end = Math.min(start + stride, samples.length)
    for (let i = start; i < end; i++) {
      // Avoids denormal numbers, which are slow.
      const input = (samples[i] ?? 0) + 1e-18
      const difference = input - second
      const bandpass = a1 * first + a2 * difference
      const lowpass = second + a2 * first + a3 * difference
      first = 2 * bandpass - first
      second = 2 * lowpass - second
      samples[i] = dry * input + band * bandpass + low * lowpass
    }
  }
  return samples
}

function clampHertz(hertz: number): number {
  return Math.min(Math.max(hertz, 10), sampleRate * 0.45)
}

export type ShelfOrPeak = {
  kind: 'peak' | 'low-shelf' | 'high-shelf'
  hertz: number
  decibels: number
  width?: number
}

/** One band of an equalizer (biquads of the Audio EQ Cookbook). Changes the samples in place. */
export function equalize(samples: Float32Array, band: ShelfOrPeak): Float32Array {
  const [b0, b1, b2, a1, a2] = bandCoefficients(band)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] ?? 0
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    samples[i] = y
  }
  return samples
}

function bandCoefficients(band: ShelfOrPeak): [number, number, number, number, number] {
  const a = 10 ** (band.decibels / 40)
  const angle = (2 * Math.PI * clampHertz(band.hertz)) / sampleRate
  const cos = Math.cos(angle)
  const alpha = Math.sin(angle) / (2 * (band.width ?? 0.71))
  if (band.kind === 'peak') {
    const a0 = 1 + alpha / a
    const b1 = (-2 * cos) / a0
    return [(1 + alpha * a) / a0, b1, (1 - alpha * a) / a0, b1, (1 - alpha / a) / a0]
  }
  const sign = band.kind === 'low-shelf' ? 1 : -1
  const root = 2 * Math.sqrt(a) * alpha
  const a0 = a + 1 + sign * (a - 1) * cos + root
  return [
    (a * (a + 1 - sign * (a - 1) * cos + root)) / a0,
    (sign * 2 * a * (a - 1 - sign * (a + 1) * cos)) / a0,
    (a * (a + 1 - sign * (a - 1) * cos - root)) / a0,
    (sign * -2 * (a - 1 + sign * (a + 1) * cos)) / a0,
    (a + 1 + sign * (a - 1) * cos - root) / a0,
  ]
}

/** Removes the DC offset. */
export function removeOffset(samples: Float32Array): Float32Array {
  return filter(samples, { kind: 'high', cutoff: 24 })
}
