import { curve } from '../control.ts'
import { type Envelope, envelope, shaped, soundingSeconds } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addSaw } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn } from '../sound.ts'
import type { Tone, Voice } from '../voice.ts'
import { livePitch } from './pitch-movement.ts'

/** Where a mouth resonates: hertz, level, sharpness. */
type Vowel = readonly (readonly [hertz: number, gain: number, sharpness: number])[]

const vowels = {
  ah: [
    [680, 1, 5],
    [1120, 0.55, 7],
    [2600, 0.16, 9],
    [3300, 0.1, 9],
  ],
  oh: [
    [430, 1, 5],
    [820, 0.5, 7],
    [2500, 0.09, 9],
    [3200, 0.06, 9],
  ],
  oo: [
    [320, 1, 4],
    [720, 0.25, 6],
    [2300, 0.04, 9],
  ],
  mm: [
    [250, 1, 3],
    [1000, 0.06, 5],
    [2100, 0.03, 8],
  ],
} as const satisfies Record<string, Vowel>

export type VowelName = keyof typeof vowels

function sing(tone: Tone, vowel: Vowel, shape: Envelope, singers: number): Float32Array {
  const frames = framesIn(soundingSeconds(tone.seconds, shape))
  const throat = new Float32Array(frames)
  for (let singer = 0; singer < singers; singer++)
    addSaw(throat, {
      hertz: livePitch(tone, frames, {
        detuneCents: tone.random.bell(9),
        vibrato: { hertz: 4.9, cents: 14, delay: 0.3 + 0.3 * tone.random.unit() },
        drift: 7,
        glide: 0.14,
      }),
      gain: 0.5 / Math.sqrt(singers),
      phase: tone.random.unit(),
    })
  addInto(throat, noise(frames, tone.random, 0.05), { gain: 1 })
  filter(throat, { kind: 'low', cutoff: 3600 })
  const out = new Float32Array(frames)
  for (const [hertz, gain, resonance] of vowel) {
    // A singer above a formant opens the mouth until it follows.
    const cutoff = Math.max(hertz, hertz < 900 ? tone.hertz * 1.02 : hertz)
    const moving = curve(frames, (t) => cutoff * (1 + 0.03 * Math.sin(1.1 * t + hertz)))
    addInto(out, filter(Float32Array.from(throat), { kind: 'band', cutoff: moving, resonance }), {
      gain,
    })
  }
  return shaped(out, envelope(tone.seconds, shape))
}

export function choir(vowel: VowelName, attack = 0.5, singers = 3): Voice {
  const shape = { attack, decay: 1.5, sustain: 0.85, release: attack * 1.8 }
  return (tone) => ({
    left: sing(tone, vowels[vowel], shape, singers),
    right: sing(tone, vowels[vowel], shape, singers),
  })
}

/** One voice out in front. */
export function soloVoice(vowel: VowelName): Voice {
  const shape = { attack: 0.09, decay: 0.8, sustain: 0.8, release: 0.25 }
  return (tone) => {
    const samples = sing(tone, vowels[vowel], shape, 1)
    return { left: samples, right: samples }
  }
}
