import { applyCurve, curve } from '../control.ts'
import { type Stereo, sampleRate } from '../sound.ts'

/** Changes the sound of a channel in place. */
export type Effect = (sound: Stereo) => void

/** A modulated delay line: vibrato and chorus. */
function modulateDelay(
  samples: Float32Array,
  options: { hertz: number; depth: number; phase: number; mix: number },
): Float32Array {
  const { hertz, depth, phase, mix } = options
  const out = new Float32Array(samples.length)
  const depthFrames = depth * sampleRate
  const center = depthFrames * 1.2 + 8
  const step = (2 * Math.PI * hertz) / sampleRate
  let angle = phase * 2 * Math.PI
  let delay = center
  for (let i = 0; i < samples.length; i++) {
    if (i % 16 === 0) {
      delay = center + Math.sin(angle) * depthFrames
      angle += step * 16
    }
    const position = i - delay
    const index = Math.floor(position)
    const before = index < 0 ? 0 : (samples[index] ?? 0)
    const after = index + 1 < 0 ? 0 : (samples[index + 1] ?? 0)
    const delayed = before + (after - before) * (position - index)
    out[i] = (samples[i] ?? 0) * (1 - mix) + delayed * mix
  }
  return out
}

export function chorus(amount = 0.5, hertz = 0.6): Effect {
  return (sound) => {
    const right = sound.right
    sound.left = modulateDelay(sound.left, { hertz, depth: 0.004, phase: 0, mix: amount })
    sound.right = modulateDelay(right, {
      hertz: hertz * 1.13,
      depth: 0.0045,
      phase: 0.25,
      mix: amount,
    })
  }
}

/** Wow and flutter of a tape machine. */
export function wow(depthMilliseconds = 0.9, hertz = 0.55): Effect {
  return (sound) => {
    const settings = { hertz, depth: depthMilliseconds / 1000, phase: 0.1, mix: 1 }
    const right = sound.right
    sound.left = modulateDelay(sound.left, settings)
    sound.right = modulateDelay(right, { ...settings, phase: 0.14 })
  }
}

/** Auto-pan, as in a stage piano. */
export function tremolo(depth: number, hertz: number): Effect {
  return (sound) => {
    const level = (side: number) => (seconds: number) =>
      1 - depth / 2 + (depth / 2) * side * Math.sin(2 * Math.PI * hertz * seconds)
    const left = sound.left
    if (sound.right === left) sound.right = Float32Array.from(left)
    applyCurve(sound.left, curve(left.length, level(1)))
    applyCurve(sound.right, curve(left.length, level(-1)))
  }
}

/** Stereo width: above 1 wider, below 1 narrower, 0 is mono. */
export function width(amount: number): Effect {
  return ({ left, right }) => {
    for (let i = 0; i < left.length; i++) {
      const middle = ((left[i] ?? 0) + (right[i] ?? 0)) / 2
      const side = (((left[i] ?? 0) - (right[i] ?? 0)) / 2) * amount
      left[i] = middle + side
      right[i] = middle - side
    }
  }
}
