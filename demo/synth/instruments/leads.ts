import { curve } from '../control.ts'
import { saturate } from '../effects/timbre.ts'
import { envelope, shaped, soundingSeconds } from '../envelopes.ts'
import { equalize, filter } from '../filters.ts'
import { addFm, addPulse, addSaw, addSine, addTriangle } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Voice } from '../voice.ts'
import { livePitch } from './pitch-movement.ts'

export type SynthLead = { saw: number; pulse: number; cutoff: number; bite: number; glide: number }

/** A monophonic lead with portamento. */
export function synthLead({ saw, pulse, cutoff, bite, glide }: SynthLead): Voice {
  return (tone) => {
    const shape = { attack: 0.006, decay: 0.5, sustain: 0.7, release: 0.14 }
    const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
    const vibrato = { hertz: 5.1, cents: 13, delay: 0.22 }
    const hertz = livePitch(tone, out.length, { vibrato, glide, drift: 2 })
    if (saw > 0) {
      addSaw(out, { hertz, gain: 0.35 * saw })
      addSaw(out, { hertz: hertz.map((h) => h * 1.004), gain: 0.3 * saw, phase: 0.4 })
    }
    if (pulse > 0) addPulse(out, { hertz, gain: 0.4 * pulse, width: 0.34 })
    const opening = curve(
      out.length,
      (t) => cutoff + tone.hertz + bite * tone.velocity * Math.exp(-t * 5),
    )
    filter(out, { kind: 'low', cutoff: opening, resonance: 1.1 })
    return mono(shaped(saturate(out, 1.2), envelope(tone.seconds, shape)))
  }
}

/** A short pluck for sequences. */
export function synthPluck(cutoff = 700, bite = 4200): Voice {
  return (tone) => {
    const shape = { attack: 0.002, decay: 0.32, sustain: 0.12, release: 0.18 }
    const seconds = Math.min(tone.seconds, 0.5)
    const out = new Float32Array(framesIn(soundingSeconds(seconds, shape)))
    addSaw(out, { hertz: tone.hertz, gain: 0.35, phase: tone.random.unit() })
    addPulse(out, { hertz: tone.hertz * 1.003, gain: 0.3 })
    const opening = curve(
      out.length,
      (t) => cutoff + bite * (0.25 + 0.75 * tone.velocity) * Math.exp(-t * 17),
    )
    filter(out, { kind: 'low', cutoff: opening, resonance: 1.6 })
    return mono(shaped(out, envelope(seconds, shape)))
  }
}

/** A flute: three sines and breath noise. */
export const flute: Voice = (tone) => {
  const shape = { attack: 0.05, decay: 0.3, sustain: 0.85, release: 0.1 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  const vibrato = { hertz: 4.8, cents: 14, delay: 0.2 }
  const hertz = livePitch(tone, out.length, { vibrato, glide: 0.04, drift: 3 })
  addSine(out, { hertz, gain: 0.6 })
  addSine(out, { hertz: hertz.map((h) => h * 2), gain: 0.1 + 0.12 * tone.velocity })
  addSine(out, { hertz: hertz.map((h) => h * 3), gain: 0.05 })
  const breath = filter(noise(out.length, tone.random, 0.3), {
    kind: 'band',
    cutoff: Math.min(6000, tone.hertz * 2),
    resonance: 2,
  })
  addInto(out, breath, { gain: 0.5 })
  return mono(shaped(out, envelope(tone.seconds, shape)))
}

/** A muted trumpet: velocity changes its brightness. */
export const mutedTrumpet: Voice = (tone) => {
  const shape = { attack: 0.035, decay: 0.4, sustain: 0.8, release: 0.09 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  const vibrato = { hertz: 5.4, cents: 15, delay: 0.28 }
  const hertz = livePitch(tone, out.length, { vibrato, glide: 0.05, drift: 2 })
  const blow = curve(
    out.length,
    (t) => (0.9 + 1.9 * tone.velocity) * Math.min(1, t / 0.06) * (0.72 + 0.28 * Math.exp(-t * 3)),
  )
  addFm(out, { hertz, ratio: 1, index: blow, gain: 0.7 })
  filter(out, { kind: 'high', cutoff: 380 })
  equalize(out, { kind: 'peak', hertz: 1500, decibels: 6, width: 1.4 })
  filter(out, { kind: 'low', cutoff: 4600 })
  return mono(shaped(out, envelope(tone.seconds, shape)))
}

/** A clarinet: odd harmonics only. */
export const clarinet: Voice = (tone) => {
  const shape = { attack: 0.04, decay: 0.3, sustain: 0.88, release: 0.09 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  const vibrato = { hertz: 4.6, cents: 7, delay: 0.3 }
  const hertz = livePitch(tone, out.length, { vibrato, glide: 0.05, drift: 2 })
  addPulse(out, { hertz, gain: 0.35, width: 0.49 })
  addTriangle(out, { hertz, gain: 0.4, phase: 0.25 })
  addInto(out, noise(out.length, tone.random, 0.012), { gain: 1 })
  filter(out, { kind: 'low', cutoff: 700 + tone.hertz * 1.5 + 1500 * tone.velocity })
  return mono(shaped(out, envelope(tone.seconds, shape)))
}

/** An accordion: two detuned reeds, and one an octave lower. */
export const accordion: Voice = (tone) => {
  const shape = { attack: 0.05, decay: 0.3, sustain: 0.9, release: 0.09 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  for (const [detuneCents, width] of [
    [0, 0.22],
    [11, 0.3],
    [-1200, 0.35],
  ] as const)
    addPulse(out, {
      hertz: livePitch(tone, out.length, { detuneCents, drift: 1 }),
      gain: detuneCents < -100 ? 0.14 : 0.26,
      width,
      phase: tone.random.unit(),
    })
  filter(out, { kind: 'low', cutoff: 2600 + 1200 * tone.velocity })
  equalize(out, { kind: 'peak', hertz: 900, decibels: 3, width: 1 })
  return mono(shaped(out, envelope(tone.seconds, shape)))
}
