import { applyCurve, curve } from './control.ts'
import { fadeEnds, fading } from './envelopes.ts'
import { filter } from './filters.ts'
import { addRinging } from './oscillators.ts'
import { noise, type Random } from './random.ts'
import { addInto, framesIn, type Stereo } from './sound.ts'

/** Background noise under the music. */
const backgroundNoises = ['vinyl', 'tape', 'rain', 'sea', 'kitchen', 'insects'] as const
export type BackgroundNoise = (typeof backgroundNoises)[number]

export function renderBackgroundNoise(
  kind: BackgroundNoise,
  seconds: number,
  random: Random,
): Stereo {
  const make = (side: string) => {
    const samples = sides[kind](framesIn(seconds), random.fork(side))
    return fadeEnds(samples, 1.5, 2.5)
  }
  return { left: make('left'), right: make('right') }
}

type Side = (frames: number, random: Random) => Float32Array

const hiss: Side = (frames, random) => {
  const out = noise(frames, random, 0.3)
  filter(out, { kind: 'high', cutoff: 900 })
  return filter(out, { kind: 'low', cutoff: 6500 })
}

/** Vinyl crackle. */
const vinyl: Side = (frames, random) => {
  const out = hiss(frames, random)
  const perSecond = random.between(7, 13)
  for (let at = 0; at < frames; at += framesIn(-Math.log(1 - random.unit()) / perSecond)) {
    const click = noise(framesIn(0.003), random, random.unit() ** 3 * 4)
    filter(click, { kind: 'band', cutoff: random.between(1200, 4800), resonance: 1.2 })
    addInto(out, fading(click, 0.002), { at, gain: 1 })
  }
  return filter(out, { kind: 'low', cutoff: 7000 })
}

const rain: Side = (frames, random) => {
  const out = noise(frames, random, 0.5)
  filter(out, { kind: 'band', cutoff: 2400, resonance: 0.4 })
  applyCurve(out, waves(frames, random, 0.25))
  for (let at = 0; at < frames; at += framesIn(-Math.log(1 - random.unit()) / 26)) {
    const hertz = random.between(900, 4200)
    addRinging(out, { hertz, gain: random.unit() ** 4 * 0.8, ring: 0.018, at })
  }
  return out
}

const sea: Side = (frames, random) => {
  const deep = noise(frames, random, 1)
  filter(deep, { kind: 'low', cutoff: 420 })
  const foam = noise(frames, random, 0.35)
  filter(foam, { kind: 'band', cutoff: 1700, resonance: 0.5 })
  const swell = waves(frames, random, 0.85)
  applyCurve(deep, swell)
  applyCurve(
    foam,
    swell.map((level) => level ** 3),
  )
  addInto(deep, foam, { gain: 1 })
  return deep
}

/** Room tone, and the clinking of dishes. */
const kitchen: Side = (frames, random) => {
  const out = noise(frames, random, 0.22)
  filter(out, { kind: 'low', cutoff: 700 })
  for (let at = framesIn(0.5); at < frames; at += framesIn(random.between(0.4, 2.8))) {
    const hertz = random.between(1300, 3900)
    const gain = random.unit() ** 3 * 0.28
    addRinging(out, { hertz, gain, ring: 0.22, at })
    addRinging(out, { hertz: hertz * 1.51, gain: gain * 0.6, ring: 0.12, at })
  }
  return out
}

const insects: Side = (frames, random) => {
  const out = hiss(frames, random)
  filter(out, { kind: 'band', cutoff: 4300, resonance: 5 })
  const rate = random.between(13, 17)
  applyCurve(
    out,
    curve(frames, (t) => {
      const song = Math.sin(2 * Math.PI * 0.21 * t) > -0.3 ? 1 : 0.15
      return song * (0.25 + 0.75 * Math.max(0, Math.sin(2 * Math.PI * rate * t)))
    }),
  )
  return out
}

function waves(frames: number, random: Random, depth: number): Float32Array {
  const first = random.between(0.07, 0.11)
  const second = random.between(0.13, 0.19)
  const phase = random.unit() * 6
  return curve(frames, (t) => {
    const height =
      0.5 + 0.3 * Math.sin(6.283 * first * t + phase) + 0.2 * Math.sin(6.283 * second * t)
    return 1 - depth + depth * height
  })
}

const sides: Record<BackgroundNoise, Side> = { vinyl, tape: hiss, rain, sea, kitchen, insects }
