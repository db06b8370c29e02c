import { framesIn, type Stereo, sampleRate } from '../sound.ts'

export type DelaySettings = {
  /** Seconds from one repeat to the next. */
  seconds: number
  /** Feedback, 0 to 0.9. */
  feedback: number
  /** Cutoff in hertz of the low-pass filter in the feedback loop. */
  tone: number
}

/** A ping-pong delay with damping; wet signal only. */
export function delay(dry: Stereo, settings: DelaySettings): Stereo {
  const frames = dry.left.length
  const wet: Stereo = { left: new Float32Array(frames), right: new Float32Array(frames) }
  const delayFrames = framesIn(settings.seconds)
  const dullness = 1 - Math.exp((-2 * Math.PI * settings.tone) / sampleRate)
  const thinness = 1 - Math.exp((-2 * Math.PI * 180) / sampleRate)
  let dullLeft = 0
  let dullRight = 0
  let deepLeft = 0
  let deepRight = 0
  for (let i = delayFrames; i < frames; i++) {
    const source = ((dry.left[i - delayFrames] ?? 0) + (dry.right[i - delayFrames] ?? 0)) * 0.5
    const left = source + (wet.right[i - delayFrames] ?? 0) * settings.feedback
    const right = (wet.left[i - delayFrames] ?? 0) * settings.feedback
    dullLeft += (left - dullLeft) * dullness
    dullRight += (right - dullRight) * dullness
    deepLeft += (dullLeft - deepLeft) * thinness
    deepRight += (dullRight - deepRight) * thinness
    wet.left[i] = dullLeft - deepLeft
    wet.right[i] = dullRight - deepRight
  }
  return wet
}
