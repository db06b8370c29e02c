import { type Curve, curve } from '../control.ts'
import type { Random } from '../random.ts'
import type { Tone } from '../voice.ts'

export type Vibrato = { hertz: number; cents: number; delay: number }

/** A pitch contour with portamento, vibrato and slight random drift. */
export function livePitch(
  tone: Tone,
  frames: number,
  options: { vibrato?: Vibrato; detuneCents?: number; glide?: number; drift?: number },
): Curve {
  const { vibrato, glide = 0.06, drift = 0 } = options
  const base = tone.hertz * 2 ** ((options.detuneCents ?? 0) / 1200)
  const slide = tone.fromHertz ? Math.log2(tone.fromHertz / tone.hertz) : 0
  const wander = driftOf(tone.random, drift)
  const offset = tone.random.unit() * 6
  const speed = vibrato ? vibrato.hertz * (1 + tone.random.bell(0.04)) : 0
  return curve(frames, (t) => {
    const grown = vibrato ? Math.min(1, Math.max(0, (t - vibrato.delay) / 0.35)) : 0
    const sway = vibrato
      ? (vibrato.cents / 1200) * grown * Math.sin(2 * Math.PI * speed * t + offset)
      : 0
    return base * 2 ** (slide * Math.exp((-t * 3) / glide) + sway + wander(t))
  })
}

function driftOf(random: Random, cents: number): (seconds: number) => number {
  if (cents === 0) return () => 0
  const slow = random.between(0.11, 0.23)
  const fast = random.between(0.4, 0.9)
  const a = random.unit() * 6
  const b = random.unit() * 6
  return (t) =>
    (cents / 1200) * (0.7 * Math.sin(2 * Math.PI * slow * t + a) + 0.3 * Math.sin(fast * 6 * t + b))
}
