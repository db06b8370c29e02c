import { fadeEnds, fading } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addPulse, addRinging } from '../oscillators.ts'
import { noise, type Random } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Voice } from '../voice.ts'

/** Inharmonic partials of a cymbal. */
const clang = [2057, 2743, 3307, 4129, 5021, 6143] as const

function metal(frames: number, random: Random, shine: number): Float32Array {
  const out = noise(frames, random, 0.5)
  for (const hertz of clang)
    addPulse(out, { hertz: hertz * shine, gain: 0.13, phase: random.unit() })
  return out
}

function hat(options: { seconds: number; shine: number; bottom: number }): Voice {
  return ({ velocity, random }) => {
    const seconds = options.seconds * (0.75 + 0.4 * velocity)
    const out = metal(framesIn(seconds), random, options.shine * (1 + random.bell(0.01)))
    filter(out, { kind: 'high', cutoff: options.bottom })
    filter(out, { kind: 'high', cutoff: options.bottom * 0.8 })
    filter(out, { kind: 'low', cutoff: 7000 + 6500 * velocity })
    return mono(fadeEnds(fading(out, seconds * 0.95), 0.0008, seconds * 0.25))
  }
}

export const closedHat = hat({ seconds: 0.07, shine: 1, bottom: 6200 })
export const openHat = hat({ seconds: 0.36, shine: 1.02, bottom: 5600 })
export const dustyHat = hat({ seconds: 0.055, shine: 0.8, bottom: 4200 })
export const pedalHat = hat({ seconds: 0.09, shine: 0.9, bottom: 4800 })

/** A ride cymbal: a short attack over a long decay. */
export const ride: Voice = ({ velocity, random }) => {
  const seconds = 0.9
  const out = metal(framesIn(seconds), random, 0.92)
  filter(out, { kind: 'high', cutoff: 4800 })
  filter(out, { kind: 'low', cutoff: 9500 })
  fading(out, 0.55)
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * 0.3
  for (const [hertz, gain] of [
    [3180, 0.2],
    [4370, 0.14],
    [5630, 0.1],
    [7240, 0.07],
  ] as const)
    addRinging(out, { hertz, gain: gain * (0.5 + velocity), ring: 0.35, phase: random.unit() })
  return mono(fadeEnds(out, 0.0006, 0.3))
}

export const crash: Voice = ({ random }) => {
  const seconds = 2
  const left = metal(framesIn(seconds), random, 0.85)
  const right = metal(framesIn(seconds), random, 0.87)
  for (const side of [left, right]) {
    filter(side, { kind: 'high', cutoff: 3200 })
    fadeEnds(fading(side, seconds * 0.9), 0.002, 0.5)
  }
  return { left, right }
}

/** A shaker: noise with a slow attack. */
export const shaker: Voice = ({ velocity, random }) => {
  const out = noise(framesIn(0.09), random, 0.7)
  filter(out, { kind: 'band', cutoff: 6200 + 1600 * velocity, resonance: 1.1 })
  fading(out, 0.085)
  return mono(fadeEnds(out, 0.018, 0.03))
}

export const tambourine: Voice = ({ velocity, random }) => {
  const out = noise(framesIn(0.18), random, 0.3)
  filter(out, { kind: 'high', cutoff: 7200 })
  fading(out, 0.16)
  for (const hertz of [5230, 6890, 8410, 9770])
    addRinging(out, { hertz, gain: 0.12 * velocity, ring: 0.16, phase: random.unit() })
  return mono(fadeEnds(out, 0.003, 0.05))
}

/** A riser: filtered noise that gets louder toward its end. */
export const riser: Voice = ({ seconds, random }) => {
  const frames = framesIn(seconds)
  const make = () => {
    const side = noise(frames, random, 0.6)
    const cutoff = Float32Array.from({ length: Math.ceil(frames / 32) + 1 }, (_, block) => {
      const progress = (block * 32) / frames
      return 500 * 16 ** progress
    })
    filter(side, { kind: 'band', cutoff, resonance: 1.4 })
    for (let i = 0; i < frames; i++) side[i] = (side[i] ?? 0) * (i / frames) ** 2
    return fadeEnds(side, 0.05, 0.03)
  }
  return { left: make(), right: make() }
}

/** A low, long, soft impact. */
export const boom: Voice = ({ hertz, random }) => {
  const out = new Float32Array(framesIn(3.2))
  addRinging(out, { hertz, gain: 0.8, ring: 2.6 })
  addRinging(out, { hertz: hertz * 1.5, gain: 0.22, ring: 1.4 })
  const air = filter(noise(out.length, random, 0.5), { kind: 'low', cutoff: 380 })
  addInto(out, fading(air, 1.6), { gain: 1 })
  return mono(fadeEnds(out, 0.006, 0.8))
}
