import { curve } from '../control.ts'
import { saturate } from '../effects/timbre.ts'
import { envelope, shaped, soundingSeconds } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addPulse, addSaw, addSine } from '../oscillators.ts'
import { framesIn, mono } from '../sound.ts'
import type { Voice } from '../voice.ts'
import { livePitch } from './pitch-movement.ts'

/** A sub bass; its second harmonic is audible on small loudspeakers. */
const subBass: Voice = (tone) => {
  const shape = { attack: 0.008, decay: 0.4, sustain: 0.85, release: 0.07 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  const hertz = livePitch(tone, out.length, { glide: 0.05 })
  addSine(out, { hertz, gain: 0.9 })
  addSine(out, { hertz: hertz.map((value) => value * 2), gain: 0.14 })
  return mono(shaped(saturate(out, 1.3), envelope(tone.seconds, shape)))
}

type SynthBass = { cutoff: number; bite: number; resonance: number; square: number }

/** A synth bass with a filter envelope. */
function synthBass({ cutoff, bite, resonance, square }: SynthBass): Voice {
  return (tone) => {
    const shape = { attack: 0.003, decay: 0.35, sustain: 0.7, release: 0.05 }
    const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
    const hertz = livePitch(tone, out.length, { glide: 0.06 })
    addSaw(out, { hertz, gain: 0.5 * (1 - square) })
    addPulse(out, { hertz, gain: 0.45 * square })
    addSine(out, { hertz, gain: 0.4 })
    const opening = curve(
      out.length,
      (t) => cutoff + bite * (0.3 + 0.7 * tone.velocity) * Math.exp(-t * 9),
    )
    filter(out, { kind: 'low', cutoff: opening, resonance })
    return mono(shaped(saturate(out, 1.3), envelope(tone.seconds, shape)))
  }
}

/** A reese bass: two detuned saws over a sine. */
const reeseBass: Voice = (tone) => {
  const shape = { attack: 0.012, decay: 0.3, sustain: 0.9, release: 0.09 }
  const frames = framesIn(soundingSeconds(tone.seconds, shape))
  const gain = envelope(tone.seconds, shape)
  const low = new Float32Array(frames)
  addSine(low, { hertz: livePitch(tone, frames, { glide: 0.05 }), gain: 0.7 })
  const side = (cents: number) => {
    const out = new Float32Array(frames)
    addSaw(out, { hertz: livePitch(tone, frames, { detuneCents: cents }), gain: 0.35 })
    addSaw(out, {
      hertz: livePitch(tone, frames, { detuneCents: -cents * 0.8 }),
      gain: 0.35,
      phase: tone.random.unit(),
    })
    const cutoff = curve(frames, (t) => 420 + 260 * Math.sin(2 * Math.PI * 0.7 * t + cents))
    filter(out, { kind: 'low', cutoff, resonance: 1.3 })
    filter(out, { kind: 'high', cutoff: 90 })
    for (let i = 0; i < frames; i++) out[i] = (out[i] ?? 0) + (low[i] ?? 0)
    return shaped(saturate(out, 1.5), gain)
  }
  return { left: side(13), right: side(17) }
}

/** A fingered electric bass; harder notes are brighter. */
const fingerBass: Voice = (tone) => {
  const shape = { attack: 0.004, decay: 1.1, sustain: 0.35, release: 0.07 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  const hertz = livePitch(tone, out.length, { glide: 0.05 })
  addSaw(out, { hertz, gain: 0.4, phase: 0.5 })
  addSine(out, { hertz, gain: 0.55 })
  const finger = curve(
    out.length,
    (t) => 260 + tone.hertz * 2 + 1500 * tone.velocity * Math.exp(-t * 14),
  )
  filter(out, { kind: 'low', cutoff: finger, resonance: 0.8 })
  return mono(shaped(saturate(out, 1.6), envelope(tone.seconds, shape)))
}

/** An 808: a long, pitched bass drum. */
const boomingBass: Voice = (tone) => {
  const shape = { attack: 0.003, decay: 1.8, sustain: 0.15, release: 0.12 }
  const out = new Float32Array(framesIn(soundingSeconds(tone.seconds, shape)))
  const base = livePitch(tone, out.length, { glide: 0.12 })
  const fall = curve(out.length, (t) => 1 + 1.6 * Math.exp(-t * 55))
  addSine(out, { hertz: base.map((value, i) => value * (fall[i] ?? 1)), gain: 1 })
  return mono(shaped(saturate(out, 2.6), envelope(tone.seconds, shape)))
}

export const basses = {
  round: synthBass({ cutoff: 300, bite: 700, resonance: 0.8, square: 0.3 }),
  funky: synthBass({ cutoff: 320, bite: 1900, resonance: 1.5, square: 0.4 }),
  acid: synthBass({ cutoff: 260, bite: 2600, resonance: 4.5, square: 0 }),
  dub: synthBass({ cutoff: 190, bite: 160, resonance: 0.7, square: 0.6 }),
  sub: subBass,
  reese: reeseBass,
  finger: fingerBass,
  booming: boomingBass,
} as const
