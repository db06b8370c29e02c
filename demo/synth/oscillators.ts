import { blockFrames, type Curve } from './control.ts'
import { sampleRate } from './sound.ts'

/** A fixed or modulated frequency. */
export type Frequency = number | Curve
export type WaveOptions = { hertz: Frequency; gain: number; phase?: number }

const tableSize = 4096
const sineTable = Float32Array.from({ length: tableSize + 1 }, (_, i) =>
  Math.sin((i / tableSize) * 2 * Math.PI),
)

/** Sine of a phase in cycles; valid for phases of 0 or more. */
function sineOf(phase: number): number {
  const position = (phase - Math.floor(phase)) * tableSize
  const index = position | 0
  const here = sineTable[index] ?? 0
  return here + ((sineTable[index + 1] ?? 0) - here) * (position - index)
}

function stepOf(hertz: Frequency, frame: number): number {
  return (typeof hertz === 'number' ? hertz : (hertz[(frame / blockFrames) | 0] ?? 0)) / sampleRate
}

export function addSine(out: Float32Array, { hertz, gain, phase = 0 }: WaveOptions): void {
  let cycle = phase
  let step = 0
  for (let i = 0; i < out.length; i++) {
    if (i % blockFrames === 0) step = stepOf(hertz, i)
    out[i] = (out[i] ?? 0) + sineOf(cycle) * gain
    cycle += step
    if (cycle >= 1) cycle -= 1
  }
}

/** PolyBLEP: smooths discontinuities to reduce aliasing. */
function corner(cycle: number, step: number): number {
  if (cycle < step) {
    const x = cycle / step
    return x + x - x * x - 1
  }
  if (cycle > 1 - step) {
    const x = (cycle - 1) / step
    return x * x + x + x + 1
  }
  return 0
}

export function addSaw(out: Float32Array, { hertz, gain, phase = 0 }: WaveOptions): void {
  let cycle = phase
  let step = 0
  for (let i = 0; i < out.length; i++) {
    if (i % blockFrames === 0) step = stepOf(hertz, i)
    out[i] = (out[i] ?? 0) + (2 * cycle - 1 - corner(cycle, step)) * gain
    cycle += step
    if (cycle >= 1) cycle -= 1
  }
}

/** `width` 0.5 is a square. */
export function addPulse(
  out: Float32Array,
  { hertz, gain, phase = 0, width = 0.5 }: WaveOptions & { width?: number },
): void {
  let cycle = phase
  let step = 0
  const center = 2 * width - 1
  for (let i = 0; i < out.length; i++) {
    if (i % blockFrames === 0) step = stepOf(hertz, i)
    const fall = cycle + 1 - width
    const wave =
      (cycle < width ? 1 : -1) + corner(cycle, step) - corner(fall >= 1 ? fall - 1 : fall, step)
    out[i] = (out[i] ?? 0) + (wave - center) * gain
    cycle += step
    if (cycle >= 1) cycle -= 1
  }
}

export function addTriangle(out: Float32Array, { hertz, gain, phase = 0 }: WaveOptions): void {
  let cycle = phase
  let step = 0
  for (let i = 0; i < out.length; i++) {
    if (i % blockFrames === 0) step = stepOf(hertz, i)
    out[i] = (out[i] ?? 0) + (4 * Math.abs(cycle - 0.5) - 1) * gain
    cycle += step
    if (cycle >= 1) cycle -= 1
  }
}

/** Phase modulation (FM) with a modulation `index`: bells, electric pianos, brass. */
export function addFm(
  out: Float32Array,
  options: { hertz: Frequency; ratio: number; index: Curve; gain: number },
): void {
  const { hertz, ratio, index, gain } = options
  let carrier = 0
  let modulator = 0
  let step = 0
  let depth = 0
  for (let i = 0; i < out.length; i++) {
    if (i % blockFrames === 0) {
      step = stepOf(hertz, i)
      depth = (index[(i / blockFrames) | 0] ?? 0) / (2 * Math.PI)
    }
    out[i] = (out[i] ?? 0) + sineOf(carrier + 8 + sineOf(modulator) * depth) * gain
    carrier += step
    if (carrier >= 1) carrier -= 1
    modulator += step * ratio
    if (modulator >= 1) modulator -= Math.floor(modulator)
  }
}

/** A decaying partial: a sine that falls by 60 dB in `ring` seconds. */
export function addRinging(
  out: Float32Array,
  options: { hertz: number; gain: number; ring: number; phase?: number; at?: number },
): void {
  const { hertz, gain, ring, phase = 0, at = 0 } = options
  if (hertz >= sampleRate * 0.47) return
  const angle = (2 * Math.PI * hertz) / sampleRate
  const shrink = Math.exp(-6.9 / (ring * sampleRate))
  const cycle = 2 * shrink * Math.cos(angle)
  const damp = shrink * shrink
  const start = 2 * Math.PI * phase
  let before = (gain * Math.sin(start - angle)) / shrink
  let now = gain * Math.sin(start)
  const end = Math.min(out.length, at + Math.ceil(ring * 1.5 * sampleRate))
  for (let i = at; i < end; i++) {
    out[i] = (out[i] ?? 0) + now
    const next = cycle * now - damp * before
    before = now
    now = next
  }
}
