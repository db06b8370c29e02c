import { framesIn, sampleRate } from './sound.ts'

/** Seconds, except `sustain`, which is a level from 0 to 1. */
export type Envelope = { attack: number; decay: number; sustain: number; release: number }

/** The length of a note including its release. */
export function soundingSeconds(held: number, shape: Envelope): number {
  return held + shape.release
}

/** Exponential ADSR, exactly 0 at both ends. */
export function envelope(held: number, shape: Envelope): Float32Array {
  const gain = new Float32Array(framesIn(soundingSeconds(held, shape)))
  const heldFrames = framesIn(held)
  const attackFrames = Math.max(framesIn(0.0015), framesIn(shape.attack))
  const attackStep = 1 - Math.exp(-1.6 / attackFrames)
  const decayStep = 1 - Math.exp(-4.6 / framesIn(Math.max(shape.decay, 0.002)))
  const releaseStep = Math.exp(-5.5 / framesIn(Math.max(shape.release, 0.004)))
  let level = 0
  let rising = true
  for (let i = 0; i < gain.length; i++) {
    if (i >= heldFrames) level *= releaseStep
    else if (rising) {
      level += (1.25 - level) * attackStep
      if (level >= 1) {
        level = 1
        rising = false
      }
    } else level += (shape.sustain - level) * decayStep
    gain[i] = level
  }
  return fadeEnds(gain, 0.0005, 0.004)
}

export function shaped(samples: Float32Array, gain: Float32Array): Float32Array {
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * (gain[i] ?? 0)
  return samples
}

/** Exponential decay by 60 dB in the given seconds. */
export function fading(samples: Float32Array, seconds: number): Float32Array {
  const step = Math.exp(-6.9 / (seconds * sampleRate))
  let level = 1
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (samples[i] ?? 0) * level
    level *= step
  }
  return samples
}

export function fadeEnds(samples: Float32Array, start: number, end: number): Float32Array {
  const startFrames = Math.min(framesIn(start), samples.length)
  const endFrames = Math.min(framesIn(end), samples.length)
  for (let i = 0; i < startFrames; i++) samples[i] = ((samples[i] ?? 0) * i) / startFrames
  for (let i = 0; i < endFrames; i++) {
    const at = samples.length - 1 - i
    samples[at] = ((samples[at] ?? 0) * i) / endFrames
  }
  return samples
}
