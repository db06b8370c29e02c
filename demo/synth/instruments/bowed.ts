import { curve } from '../control.ts'
import { type Envelope, envelope, shaped, soundingSeconds } from '../envelopes.ts'
import { equalize, filter } from '../filters.ts'
import { addSaw } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Tone, Voice } from '../voice.ts'
import { livePitch } from './pitch-movement.ts'

type Box = readonly (readonly [hertz: number, decibels: number])[]

const violinBox: Box = [
  [290, 3],
  [480, 4],
  [1150, -4],
  [2500, 5],
]
const violaBox: Box = [
  [220, 4],
  [380, 3],
  [900, -3],
  [1900, 4],
]
const celloBox: Box = [
  [110, 3],
  [230, 4],
  [620, -2],
  [1500, 3],
]

type Bow = { box: Box; bite: number; players: number; envelope: Envelope; vibratoCents: number }

/** A bowed string: a saw through body resonances, with bow noise. */
function bowSide(tone: Tone, bow: Bow, side: number): Float32Array {
  const frames = framesIn(soundingSeconds(tone.seconds, bow.envelope))
  const out = new Float32Array(frames)
  for (let player = 0; player < bow.players; player++) {
    const detuneCents = bow.players === 1 ? 0 : (player - (bow.players - 1) / 2) * 7 + side * 2.5
    const vibrato = { hertz: 5.3, cents: bow.vibratoCents, delay: 0.16 }
    addSaw(out, {
      hertz: livePitch(tone, frames, { detuneCents, vibrato, drift: 3, glide: 0.09 }),
      gain: 0.5 / Math.sqrt(bow.players),
      phase: tone.random.unit(),
    })
  }
  const hair = filter(noise(frames, tone.random, 0.11), {
    kind: 'band',
    cutoff: 3800,
    resonance: 0.6,
  })
  addInto(out, hair, { gain: 1 })
  const pressure = curve(
    frames,
    (t) => 2300 + tone.hertz * 1.6 + bow.bite * tone.velocity * (0.55 + 0.45 * Math.exp(-t * 5)),
  )
  filter(out, { kind: 'low', cutoff: pressure, resonance: 0.7 })
  for (const [hertz, decibels] of bow.box)
    equalize(out, { kind: 'peak', hertz, decibels, width: 1.3 })
  return shaped(out, envelope(tone.seconds, bow.envelope))
}

function bowed(bow: Bow): Voice {
  if (bow.players === 1) return (tone) => mono(bowSide(tone, bow, 0))
  return (tone) => ({ left: bowSide(tone, bow, -1), right: bowSide(tone, bow, 1) })
}

const solo = { attack: 0.07, decay: 0.5, sustain: 0.85, release: 0.2 }
const section = { attack: 0.28, decay: 0.8, sustain: 0.85, release: 0.55 }

export const fiddle = bowed({
  box: violinBox,
  bite: 2900,
  players: 1,
  envelope: solo,
  vibratoCents: 17,
})
export const viola = bowed({
  box: violaBox,
  bite: 2200,
  players: 1,
  envelope: { ...solo, attack: 0.1 },
  vibratoCents: 18,
})
export const cello = bowed({
  box: celloBox,
  bite: 1800,
  players: 1,
  envelope: { ...solo, attack: 0.12, release: 0.3 },
  vibratoCents: 16,
})
export const strings = bowed({
  box: violaBox,
  bite: 2000,
  players: 3,
  envelope: section,
  vibratoCents: 12,
})
/** Short bow strokes, for fast figures. */
export const spiccato = bowed({
  box: violaBox,
  bite: 3400,
  players: 2,
  envelope: { attack: 0.012, decay: 0.14, sustain: 0.2, release: 0.12 },
  vibratoCents: 0,
})
