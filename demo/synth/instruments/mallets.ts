import { applyCurve, curve } from '../control.ts'
import { fadeEnds, fading } from '../envelopes.ts'
import { filter } from '../filters.ts'
import { addFm, addRinging } from '../oscillators.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono } from '../sound.ts'
import type { Voice } from '../voice.ts'

type Bar = {
  /** Partials: frequency ratio, level and decay in seconds at 440 Hz. */
  modes: readonly (readonly [ratio: number, gain: number, ring: number])[]
  knock: number
  knockTone: number
}

function bar({ modes, knock, knockTone }: Bar): Voice {
  return ({ hertz, velocity, random }) => {
    const stretch = (440 / hertz) ** 0.4
    const longest = Math.max(...modes.map(([, , ring]) => ring)) * stretch
    const out = new Float32Array(framesIn(longest * 1.1))
    for (const [ratio, gain, ring] of modes) {
      const bright = ratio > 1.5 ? 0.35 + 0.65 * velocity : 1
      addRinging(out, { hertz: hertz * ratio, gain: gain * bright, ring: ring * stretch })
    }
    const tap = filter(noise(framesIn(0.012), random, knock * (0.4 + 0.6 * velocity)), {
      kind: 'band',
      cutoff: knockTone,
    })
    addInto(out, fading(tap, 0.012), { gain: 1 })
    return mono(fadeEnds(out, 0.0008, longest * 0.2))
  }
}

export const marimba = bar({
  modes: [
    [1, 0.8, 0.9],
    [3.93, 0.22, 0.25],
    [9.6, 0.08, 0.08],
  ],
  knock: 0.35,
  knockTone: 900,
})

export const kalimba = bar({
  modes: [
    [1, 0.8, 1.2],
    [2.01, 0.1, 0.7],
    [5.4, 0.16, 0.16],
    [8.2, 0.07, 0.08],
  ],
  knock: 0.4,
  knockTone: 1900,
})

export const musicBox = bar({
  modes: [
    [1, 0.7, 1.5],
    [2, 0.18, 0.9],
    [6.27, 0.16, 0.4],
    [12.1, 0.06, 0.15],
  ],
  knock: 0.16,
  knockTone: 4200,
})

const vibraphoneBar = bar({
  modes: [
    [1, 0.8, 3],
    [3.99, 0.2, 1],
    [9.9, 0.06, 0.25],
  ],
  knock: 0.12,
  knockTone: 1500,
})

/** A vibraphone with its tremolo. */
export const vibraphone: Voice = (tone) => {
  const sound = vibraphoneBar(tone)
  applyCurve(
    sound.left,
    curve(sound.left.length, (t) => 1 - 0.22 * (1 - Math.cos(2 * Math.PI * 4.6 * t))),
  )
  return sound
}

/** A bell of two modulated sines. */
export function bell(ratio = 3.01, length = 2.6): Voice {
  return ({ hertz, velocity }) => {
    const out = new Float32Array(framesIn(length * 1.1))
    // High bells need less modulation, or they sound harsh.
    const shine = Math.min(1.1, (440 / hertz) ** 0.8)
    const near = curve(
      out.length,
      (t) => shine * (0.4 + 1.5 * velocity) * Math.exp((-t * 4) / length),
    )
    addFm(out, { hertz, ratio, index: near, gain: 0.6 })
    const far = curve(out.length, (t) => shine * velocity * Math.exp((-t * 9) / length))
    addFm(out, { hertz: hertz * 1.003, ratio: ratio * 1.91, index: far, gain: 0.25 })
    return mono(fadeEnds(fading(out, length), 0.002, length * 0.3))
  }
}
