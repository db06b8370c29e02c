import { fadeEnds, fading } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addPulse, addRinging } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Voice } from '../voice.ts'

/** A clap: several short bursts, then a reverberant tail. */
export const clap: Voice = ({ velocity, random }) => {
  const frames = framesIn(0.26)
  const make = () => {
    const out = new Float32Array(frames)
    for (const [delay, gain] of [
      [0, 0.7],
      [0.009, 0.8],
      [0.019, 0.9],
      [0.029, 1],
    ] as const) {
      const burst = noise(framesIn(delay === 0.029 ? 0.2 : 0.02), random, gain)
      fading(burst, delay === 0.029 ? 0.16 : 0.016)
      addInto(out, burst, { at: framesIn(delay + random.between(0, 0.002)), gain: 1 })
    }
    filter(out, { kind: 'band', cutoff: 1450 + 300 * velocity, resonance: 1.5 })
    return fadeEnds(out, 0.0005, 0.05)
  }
  return { left: make(), right: make() }
}

export const snap: Voice = ({ random }) => {
  const out = noise(framesIn(0.1), random, 0.9)
  filter(out, { kind: 'band', cutoff: 2300, resonance: 2.4 })
  fading(out, 0.07)
  addRinging(out, { hertz: 1870, gain: 0.25, ring: 0.03 })
  return mono(fadeEnds(out, 0.001, 0.03))
}

export const rim: Voice = ({ velocity, random }) => {
  const out = new Float32Array(framesIn(0.09))
  addRinging(out, { hertz: 1720, gain: 0.5, ring: 0.035 })
  addRinging(out, { hertz: 480, gain: 0.45, ring: 0.05 })
  const tick = filter(noise(framesIn(0.005), random, 0.6 * velocity), {
    kind: 'high',
    cutoff: 2500,
  })
  addInto(out, tick, { gain: 1 })
  return mono(fadeEnds(out, 0.0003, 0.02))
}

/** Pitched by its note: wood blocks, spoons and cups. */
export const block: Voice = ({ hertz, velocity, random }) => {
  const out = new Float32Array(framesIn(0.2))
  addRinging(out, { hertz, gain: 0.6, ring: 0.12 })
  addRinging(out, { hertz: hertz * 2.42, gain: 0.3 * velocity, ring: 0.07 })
  addRinging(out, { hertz: hertz * 4.1, gain: 0.14 * velocity, ring: 0.035 })
  const tick = filter(noise(framesIn(0.006), random, 0.3), { kind: 'band', cutoff: 3200 })
  addInto(out, fading(tick, 0.006), { gain: 1 })
  return mono(fadeEnds(out, 0.0004, 0.04))
}

export const cowbell: Voice = () => {
  const out = new Float32Array(framesIn(0.3))
  addPulse(out, { hertz: 562, gain: 0.4 })
  addPulse(out, { hertz: 845, gain: 0.4 })
  filter(out, { kind: 'band', cutoff: 900, resonance: 1.2 })
  return mono(fadeEnds(fading(out, 0.22), 0.0005, 0.06))
}
