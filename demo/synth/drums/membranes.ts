import { curve } from '../control.ts'
import { saturate } from '../effects/timbre.ts'
import { fadeEnds, fading } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addRinging, addSine } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Voice } from '../voice.ts'

type Kick = { hertz: number; sweep: number; seconds: number; click: number; push: number }

/** A bass drum: a sine with a falling pitch. */
function kick({ hertz, sweep, seconds, click, push }: Kick): Voice {
  return ({ velocity, random }) => {
    const frames = framesIn(seconds)
    const body = new Float32Array(frames)
    const pitch = curve(
      frames,
      (t) => hertz + hertz * sweep * Math.exp(-t * 42) + hertz * sweep * 2.5 * Math.exp(-t * 190),
    )
    addSine(body, { hertz: pitch, gain: 1, phase: 0.02 })
    fading(body, seconds * 1.25)
    const slap = filter(noise(framesIn(0.012), random, click * velocity), {
      kind: 'band',
      cutoff: 2600,
    })
    addInto(body, fading(slap, 0.01), { gain: 1 })
    return mono(fadeEnds(saturate(body, push), 0.0004, seconds * 0.3))
  }
}

type Snare = { hertz: number; ring: number; rattle: number; tone: number; seconds: number }

/** A snare: two modes of the membrane, and noise for the wires. */
function snare({ hertz, ring, rattle, tone, seconds }: Snare): Voice {
  return ({ velocity, random }) => {
    const out = new Float32Array(framesIn(seconds))
    const detune = 1 + random.bell(0.01)
    addRinging(out, { hertz: hertz * detune, gain: 0.7, ring })
    addRinging(out, { hertz: hertz * 1.78 * detune, gain: 0.4, ring: ring * 0.7 })
    const wires = noise(out.length, random, rattle * (0.5 + 0.5 * velocity))
    filter(wires, { kind: 'high', cutoff: tone * 0.32 })
    filter(wires, { kind: 'low', cutoff: tone * (0.7 + 0.5 * velocity) })
    addInto(out, fading(wires, seconds * 0.85), { gain: 1 })
    const crack = filter(noise(framesIn(0.008), random, 0.8 * velocity), {
      kind: 'band',
      cutoff: tone * 0.6,
    })
    addInto(out, fading(crack, 0.008), { gain: 1 })
    return mono(fadeEnds(saturate(out, 1.4), 0.0003, seconds * 0.2))
  }
}

/** A brush on a snare: mostly noise. */
export const brush: Voice = ({ velocity, random }) => {
  const seconds = 0.12 + 0.16 * velocity
  const out = noise(framesIn(seconds), random, 0.8)
  filter(out, { kind: 'band', cutoff: 2400 + 2200 * velocity, resonance: 0.6 })
  fading(out, seconds * 0.9)
  addRinging(out, { hertz: 185, gain: 0.18 * velocity, ring: 0.12 })
  return mono(fadeEnds(out, 0.004 + 0.012 * (1 - velocity), 0.03))
}

/** Pitched by its note: toms and congas. */
export function tom(options: { ring: number; slap: number; bend: number }): Voice {
  return ({ hertz, velocity, random }) => {
    const seconds = options.ring * 1.3
    const out = new Float32Array(framesIn(seconds))
    const pitch = curve(out.length, (t) => hertz * (1 + options.bend * Math.exp(-t * 28)))
    addSine(out, { hertz: pitch, gain: 0.9, phase: 0.02 })
    fading(out, options.ring * 1.1)
    addRinging(out, { hertz: hertz * 1.59, gain: 0.28, ring: options.ring * 0.4 })
    addRinging(out, { hertz: hertz * 2.3, gain: 0.16 * velocity, ring: options.ring * 0.25 })
    const slap = filter(noise(framesIn(0.02), random, options.slap * velocity), {
      kind: 'band',
      cutoff: 1700,
    })
    addInto(out, fading(slap, 0.02), { gain: 1 })
    return mono(fadeEnds(out, 0.0005, seconds * 0.2))
  }
}

export const kicks = {
  house: kick({ hertz: 50, sweep: 2.6, seconds: 0.36, click: 0.35, push: 1.7 }),
  techno: kick({ hertz: 46, sweep: 3.2, seconds: 0.42, click: 0.5, push: 2.6 }),
  dusty: kick({ hertz: 58, sweep: 1.7, seconds: 0.24, click: 0.25, push: 2 }),
  live: kick({ hertz: 62, sweep: 1.4, seconds: 0.28, click: 0.6, push: 1.4 }),
  soft: kick({ hertz: 54, sweep: 1.2, seconds: 0.3, click: 0.12, push: 1.1 }),
  tight: kick({ hertz: 60, sweep: 2.4, seconds: 0.2, click: 0.7, push: 2.2 }),
} as const

export const snares = {
  dusty: snare({ hertz: 196, ring: 0.11, rattle: 0.75, tone: 5200, seconds: 0.2 }),
  live: snare({ hertz: 186, ring: 0.16, rattle: 0.8, tone: 8200, seconds: 0.26 }),
  bright: snare({ hertz: 218, ring: 0.12, rattle: 0.95, tone: 9800, seconds: 0.22 }),
  fat: snare({ hertz: 164, ring: 0.2, rattle: 0.85, tone: 6400, seconds: 0.32 }),
} as const
