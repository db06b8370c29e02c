import { type Effect, width } from '../effects/modulation.ts'
import { type Envelope, envelope, shaped, soundingSeconds } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addSaw } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Tone, Voice } from '../voice.ts'
import { livePitch } from './pitch-movement.ts'

/** Formants of a vowel: hertz, level and Q. */
type Vowel = readonly (readonly [hertz: number, gain: number, sharpness: number])[]

const vowels = {
  ah: [
    [680, 1, 5],
    [1120, 0.55, 7],
    [2600, 0.24, 8],
    [3300, 0.18, 8],
  ],
  oh: [
    [430, 1, 5],
    [820, 0.5, 7],
    [2500, 0.15, 8],
    [3200, 0.12, 8],
  ],
  oo: [
    [320, 1, 4],
    [720, 0.25, 6],
    [2300, 0.07, 8],
  ],
  mm: [
    [250, 1, 3],
    [1000, 0.06, 5],
    [2100, 0.03, 8],
  ],
} as const satisfies Record<string, Vowel>

export type VowelName = keyof typeof vowels

/** The sound of the vocal folds, before the vowel: one sawtooth with vibrato per singer, and some noise. */
function glottalSource(tone: Tone, shape: Envelope, singers: number): Float32Array {
  const frames = framesIn(soundingSeconds(tone.seconds, shape))
  const out = noise(frames, tone.random, 0.05)
  for (let singer = 0; singer < singers; singer++)
    addSaw(out, {
      hertz: livePitch(tone, frames, {
        detuneCents: tone.random.bell(9),
        vibrato: { hertz: 4.9, cents: 14, delay: 0.3 + 0.3 * tone.random.unit() },
        drift: 7,
        glide: 0.14,
      }),
      gain: 0.5 / Math.sqrt(singers),
      phase: tone.random.unit(),
    })
  return shaped(out, envelope(tone.seconds, shape))
}

function applyFormants(vowel: Vowel, source: Float32Array): Float32Array {
  filter(source, { kind: 'low', cutoff: 5200 })
  const out = new Float32Array(source.length)
  for (const [cutoff, gain, resonance] of vowel) {
    const formant = filter(Float32Array.from(source), { kind: 'band', cutoff, resonance })
    addInto(out, formant, { gain })
  }
  return out
}

/** A choir without formants: apply `formantFilters` once to the mix of all its notes. */
export function choir(attack = 0.5, singers = 2): Voice {
  const shape = { attack, decay: 1.5, sustain: 0.85, release: attack * 1.8 }
  return (tone) => ({
    left: glottalSource(tone, shape, singers),
    right: glottalSource(tone, shape, singers),
  })
}

/** The vowel of a whole channel. Narrows the stereo image: with other singers on each side it is too wide. */
export function formantFilters(vowel: VowelName): Effect {
  return (sound) => {
    sound.left = applyFormants(vowels[vowel], sound.left)
    sound.right = applyFormants(vowels[vowel], sound.right)
    width(0.65)(sound)
  }
}

/** One singer, with the formants of the vowel. */
export function soloVoice(vowel: VowelName, attack = 0.09): Voice {
  const shape = { attack, decay: 0.8, sustain: 0.8, release: attack * 2.5 }
  return (tone) => mono(applyFormants(vowels[vowel], glottalSource(tone, shape, 1)))
}
