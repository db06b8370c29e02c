import { type Curve, curve } from '../control.ts'
import { equalize, filter } from '../filters.ts'
import { forEachSide, framesIn, peakOf, type Stereo } from '../sound.ts'
import type { Effect } from './modulation.ts'

/** A soft clipper: an approximation of tanh at a fraction of its cost. */
function softClip(x: number): number {
  if (x > 3) return 1
  if (x < -3) return -1
  const square = x * x
  return (x * (27 + square)) / (27 + 9 * square)
}

/** Soft clipping with drive. */
export function saturate(samples: Float32Array, amount: number): Float32Array {
  const makeUp = 1 / softClip(amount)
  for (let i = 0; i < samples.length; i++)
    samples[i] = softClip((samples[i] ?? 0) * amount) * makeUp
  return samples
}

/** Saturation that does not depend on the level of the channel. */
export function drive(amount: number): Effect {
  return (sound) => {
    const peak = Math.max(peakOf(sound.left), peakOf(sound.right), 1e-6)
    forEachSide(sound, (samples) => {
      for (let i = 0; i < samples.length; i++)
        samples[i] = softClip(((samples[i] ?? 0) / peak) * amount)
    })
  }
}

export function lowpass(cutoff: number | Curve, resonance = 0.7): Effect {
  return (sound) =>
    forEachSide(sound, (samples) => filter(samples, { kind: 'low', cutoff, resonance }))
}

export function highpass(cutoff: number | Curve, resonance = 0.7): Effect {
  return (sound) =>
    forEachSide(sound, (samples) => filter(samples, { kind: 'high', cutoff, resonance }))
}

/** A guitar cabinet: a band-pass around the midrange. */
export const cabinet: Effect = (sound) =>
  forEachSide(sound, (samples) => {
    filter(samples, { kind: 'high', cutoff: 95 })
    equalize(samples, { kind: 'peak', hertz: 420, decibels: -3, width: 0.9 })
    equalize(samples, { kind: 'peak', hertz: 2300, decibels: 4, width: 0.9 })
    filter(samples, { kind: 'low', cutoff: 4200 })
    filter(samples, { kind: 'low', cutoff: 5200 })
  })

/** A filter with an LFO of `hertz`. */
export function sweep(low: number, high: number, hertz: number, resonance = 1.2): Effect {
  return (sound: Stereo) => {
    const middle = Math.sqrt(low * high)
    const span = Math.log(high / middle)
    const cutoff = curve(
      sound.left.length,
      (seconds) => middle * Math.exp(span * Math.sin(2 * Math.PI * hertz * seconds - 1.2)),
    )
    lowpass(cutoff, resonance)(sound)
  }
}

/** A bit crusher: fewer bits and a lower sample rate. */
export function crush(bits: number, hertz: number): Effect {
  return (sound) => {
    const hold = Math.max(1, Math.round(framesIn(1) / hertz))
    const steps = 2 ** (bits - 1)
    const peak = Math.max(peakOf(sound.left), peakOf(sound.right), 1e-6)
    forEachSide(sound, (samples) => {
      let held = 0
      for (let i = 0; i < samples.length; i++) {
        if (i % hold === 0) held = (Math.round(((samples[i] ?? 0) / peak) * steps) / steps) * peak
        samples[i] = held
      }
    })
  }
}
