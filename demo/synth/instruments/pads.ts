import { curve } from '../control.ts'
import { type Envelope, envelope, shaped, soundingSeconds } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addPulse, addSaw, addSine, addTriangle } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn } from '../sound.ts'
import type { Tone, Voice } from '../voice.ts'
import { livePitch } from './pitch-movement.ts'

type Pad = {
  wave: 'saw' | 'pulse' | 'triangle'
  /** Voices per channel, and their detuning. */
  voices: number
  spreadCents: number
  /** Base cutoff in hertz, and the depth of its envelope. */
  cutoff: number
  opening: number
  envelope: Envelope
  breath?: number
}

const waves = { saw: addSaw, pulse: addPulse, triangle: addTriangle } as const

function pad(settings: Pad): Voice {
  return (tone) => {
    const gain = envelope(tone.seconds, settings.envelope)
    return {
      left: shaped(padSide(tone, settings, -1), gain),
      right: shaped(padSide(tone, settings, 1), gain),
    }
  }
}

function padSide(tone: Tone, settings: Pad, side: number): Float32Array {
  const frames = framesIn(soundingSeconds(tone.seconds, settings.envelope))
  const out = new Float32Array(frames)
  for (let v = 0; v < settings.voices; v++) {
    const position = settings.voices === 1 ? 0.4 : v / (settings.voices - 1) - 0.5
    const detuneCents = settings.spreadCents * (position + side * 0.13)
    waves[settings.wave](out, {
      hertz: livePitch(tone, frames, { detuneCents, drift: 3 }),
      gain: 0.5 / Math.sqrt(settings.voices),
      phase: tone.random.unit(),
    })
  }
  if (settings.breath) {
    const air = filter(noise(frames, tone.random, settings.breath), {
      kind: 'band',
      cutoff: Math.min(6000, tone.hertz * 4),
      resonance: 1.5,
    })
    addInto(out, air, { gain: 1 })
  }
  const swell = Math.max(0.3, settings.envelope.attack * 2)
  const cutoff = curve(
    frames,
    (t) =>
      settings.cutoff +
      settings.opening * (0.4 + 0.6 * tone.velocity) * (1 - Math.exp(-t / swell)) +
      settings.cutoff * 0.18 * Math.sin(2 * Math.PI * 0.13 * t + side),
  )
  return filter(out, { kind: 'low', cutoff, resonance: 0.8 })
}

const slow = { attack: 1.4, decay: 2, sustain: 0.85, release: 2.2 }
const medium = { attack: 0.35, decay: 1.5, sustain: 0.8, release: 0.9 }

export const pads = {
  warm: pad({ wave: 'saw', voices: 3, spreadCents: 16, cutoff: 480, opening: 700, envelope: slow }),
  air: pad({
    wave: 'triangle',
    voices: 2,
    spreadCents: 14,
    cutoff: 1100,
    opening: 1500,
    envelope: slow,
    breath: 0.05,
  }),
  glow: pad({
    wave: 'pulse',
    voices: 2,
    spreadCents: 12,
    cutoff: 600,
    opening: 1100,
    envelope: medium,
  }),
  wide: pad({
    wave: 'saw',
    voices: 4,
    spreadCents: 26,
    cutoff: 900,
    opening: 2200,
    envelope: medium,
  }),
  /** A short chord stab, as in house, dub and techno. */
  stab: pad({
    wave: 'saw',
    voices: 3,
    spreadCents: 18,
    cutoff: 900,
    opening: 1800,
    envelope: { attack: 0.004, decay: 0.22, sustain: 0.25, release: 0.12 },
  }),
} as const

/** A drone: five sines, detuned in opposite directions on the two sides, so that they beat slowly. */
export const drone: Voice = (tone) => {
  const shape = { attack: 2.5, decay: 2, sustain: 0.9, release: 3 }
  const frames = framesIn(soundingSeconds(tone.seconds, shape))
  const gain = envelope(tone.seconds, shape)
  const side = (cents: number) => {
    const out = new Float32Array(frames)
    for (const [ratio, level] of [
      [1, 0.6],
      [1.5, 0.2],
      [2, 0.25],
      [3, 0.1],
      [4, 0.06],
    ] as const)
      addSine(out, {
        hertz: livePitch(tone, frames, { detuneCents: cents * ratio, drift: 5 }).map(
          (hertz) => hertz * ratio,
        ),
        gain: level,
        phase: tone.random.unit(),
      })
    return shaped(out, gain)
  }
  return { left: side(-3), right: side(3) }
}
