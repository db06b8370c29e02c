import { curve } from '../control.ts'
import { envelope, fadeEnds, fading, shaped, soundingSeconds } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addFm, addRinging, addSine } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono, sampleRate } from '../sound.ts'
import type { Voice } from '../voice.ts'

/** An electric piano: velocity changes its brightness. */
export function electricPiano(bark = 1): Voice {
  return ({ hertz, seconds, velocity }) => {
    const shape = {
      attack: 0.002,
      decay: 3.2 * (220 / hertz) ** 0.35,
      sustain: 0.06,
      release: 0.22,
    }
    const out = new Float32Array(framesIn(soundingSeconds(seconds, shape)))
    const body = curve(
      out.length,
      (t) => bark * (0.25 + 1.5 * velocity ** 1.5) * Math.exp(-t * 2.6) + 0.18,
    )
    addFm(out, { hertz, ratio: 1, index: body, gain: 0.75 })
    const tineRatio = hertz * 14 < sampleRate * 0.4 ? 14 : 7
    const tine = curve(out.length, (t) => bark * 0.5 * velocity * Math.exp(-t * 13))
    addFm(out, { hertz, ratio: tineRatio, index: tine, gain: 0.28 })
    return mono(shaped(out, envelope(seconds, shape)))
  }
}

/** A piano: inharmonic strings and hammer noise. */
export function piano(felt = 0): Voice {
  return ({ hertz, seconds, velocity, random }) => {
    const release = 0.28
    const out = new Float32Array(framesIn(seconds + release))
    const stiffness = 0.00028 * (hertz / 220) ** 0.6
    const brightness = 0.14 + 0.3 * (1 - velocity) + felt * 0.35
    const ring = 7 * (130 / hertz) ** 0.42
    const count = Math.min(18, Math.floor(12_000 / hertz))
    for (let n = 1; n <= count; n++) {
      const partial = n * hertz * Math.sqrt(1 + stiffness * n * n)
      const struck = Math.abs(Math.sin(Math.PI * n * 0.121)) + 0.12
      const gain = (struck * Math.exp(-brightness * (n - 1))) / n ** 0.55
      const decay = ring / (1 + 0.22 * (n - 1))
      addRinging(out, { hertz: partial * 0.9998, gain: gain * 0.5, ring: decay })
      if (n <= 5) addRinging(out, { hertz: partial * 1.0004, gain: gain * 0.4, ring: decay * 0.55 })
    }
    const thump = filter(noise(framesIn(0.05), random, 0.5 * (1 - felt * 0.4)), {
      kind: 'low',
      cutoff: 500 + 1600 * velocity,
    })
    addInto(out, fading(thump, 0.045), { gain: 0.35 })
    const damper = { attack: 0.002 + felt * 0.006, decay: 1, sustain: 1, release }
    return mono(shaped(out, envelope(seconds, damper)))
  }
}

const drawbars = [
  [0.5, 0.5],
  [1, 1],
  [1.5, 0.35],
  [2, 0.55],
  [3, 0.3],
  [4, 0.22],
  [6, 0.08],
] as const

export const organ: Voice = ({ hertz, seconds, random }) => {
  const shape = { attack: 0.006, decay: 0.05, sustain: 0.95, release: 0.06 }
  const out = new Float32Array(framesIn(soundingSeconds(seconds, shape)))
  for (const [ratio, gain] of drawbars)
    if (hertz * ratio < sampleRate * 0.4)
      addSine(out, { hertz: hertz * ratio, gain: gain * 0.3, phase: random.unit() })
  const click = filter(noise(framesIn(0.006), random, 0.25), { kind: 'high', cutoff: 1500 })
  addInto(out, fading(click, 0.006), { gain: 1 })
  return mono(shaped(out, envelope(seconds, shape)))
}

/** A clavinet: a plucked string with a bright pickup. */
export const clavinet: Voice = ({ hertz, seconds, velocity, random }) => {
  const held = Math.min(seconds, 0.5)
  const out = new Float32Array(framesIn(held + 0.08))
  const count = Math.min(24, Math.floor(11_000 / hertz))
  for (let n = 1; n <= count; n++) {
    const gain = Math.abs(Math.sin(Math.PI * n * 0.19)) / n ** (1.1 - 0.35 * velocity)
    addRinging(out, {
      hertz: n * hertz * (1 + 0.00012 * n * n),
      gain: gain * 0.5,
      ring: 1.6 / (1 + 0.16 * n),
      phase: random.unit(),
    })
  }
  filter(out, { kind: 'band', cutoff: 1300 + 900 * velocity, resonance: 0.45 })
  return mono(fadeEnds(out, 0.001, 0.07))
}
