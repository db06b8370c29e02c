import { framesIn, type Stereo, sampleRate } from '../sound.ts'

export type Echo = {
  /** Seconds from one repeat to the next. */
  seconds: number
  /** How much of each repeat comes back, 0 to 0.9. */
  feedback: number
  /** Hertz: each repeat loses what is above, and a little of what is below. */
  tone: number
}

/** Repeats that walk from one ear to the other and grow dull: the echoes alone. */
export function echo(dry: Stereo, settings: Echo): Stereo {
  const frames = dry.left.length
  const wet: Stereo = { left: new Float32Array(frames), right: new Float32Array(frames) }
  const delay = framesIn(settings.seconds)
  const dullness = 1 - Math.exp((-2 * Math.PI * settings.tone) / sampleRate)
  const thinness = 1 - Math.exp((-2 * Math.PI * 180) / sampleRate)
  let dullLeft = 0
  let dullRight = 0
  let deepLeft = 0
  let deepRight = 0
  for (let i = delay; i < frames; i++) {
    const source = ((dry.left[i - delay] ?? 0) + (dry.right[i - delay] ?? 0)) * 0.5
    const left = source + (wet.right[i - delay] ?? 0) * settings.feedback
    const right = (wet.left[i - delay] ?? 0) * settings.feedback
    dullLeft += (left - dullLeft) * dullness
    dullRight += (right - dullRight) * dullness
    deepLeft += (dullLeft - deepLeft) * thinness
    deepRight += (dullRight - deepRight) * thinness
    wet.left[i] = dullLeft - deepLeft
    wet.right[i] = dullRight - deepRight
  }
  return wet
}
