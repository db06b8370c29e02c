import { filter } from '../filters.ts'
import { forEachSide, framesIn, type Stereo, sampleRate } from '../sound.ts'

export type ReverbSettings = {
  /** Reverberation time (RT60) in seconds. */
  decaySeconds: number
  /** Damping: cutoff in hertz. */
  damping: number
  /** Pre-delay in seconds. */
  preDelay: number
}

/** Mutually prime delay lengths avoid a pitched resonance. */
const lineLengths = [1187, 1481, 1783, 2099, 2381, 2689, 3001, 3343] as const
const lineCount = lineLengths.length

/** All delay lines share one buffer; line k starts at lineStarts[k]. */
const lineStarts = lineLengths.map((_, k) =>
  lineLengths.slice(0, k).reduce((sum, length) => sum + length, 0),
)
const lineEnds = Int32Array.from(lineLengths, (length, k) => (lineStarts[k] ?? 0) + length)
const memorySize = lineLengths.reduce((sum, length) => sum + length, 0)

/** The wet signal only. */
export function reverb(dry: Stereo, settings: ReverbSettings): Stereo {
  const wet = feedbackDelayNetwork(dry, settings)
  // Reverberated bass makes the mix muddy.
  forEachSide(wet, (samples) => filter(samples, { kind: 'high', cutoff: 170 }))
  return wet
}

/** A feedback delay network of eight lines. */
function feedbackDelayNetwork(dry: Stereo, settings: ReverbSettings): Stereo {
  const frames = dry.left.length
  const wet = silentLike(dry)
  const memory = new Float32Array(memorySize)
  const position = Int32Array.from(lineStarts)
  const gains = Float32Array.from(
    lineLengths,
    (n) => 10 ** ((-3 * n) / (settings.decaySeconds * sampleRate)),
  )
  const absorb = 1 - Math.exp((-2 * Math.PI * settings.damping) / sampleRate)
  const heard = new Float32Array(lineCount)
  const dull = new Float32Array(lineCount)
  const preDelay = framesIn(settings.preDelay)
  for (let i = preDelay; i < frames; i++) {
    let sum = 0
    let left = 0
    let right = 0
    for (let k = 0; k < lineCount; k++) {
      const before = dull[k] ?? 0
      const now = before + ((memory[position[k] ?? 0] ?? 0) - before) * absorb
      dull[k] = now
      const out = now * (gains[k] ?? 0)
      heard[k] = out
      sum += out
      const signed = (k & 2) === 0 ? out : -out
      if ((k & 1) === 0) left += signed
      else right += signed
    }
    wet.left[i] = left
    wet.right[i] = right
    // A Householder feedback matrix, for a dense tail.
    const mirrored = sum * (2 / lineCount)
    const inLeft = (dry.left[i - preDelay] ?? 0) * 0.5 - mirrored
    const inRight = (dry.right[i - preDelay] ?? 0) * 0.5 - mirrored
    feedBack(memory, position, heard, inLeft, inRight)
  }
  return wet
}

function feedBack(
  memory: Float32Array,
  position: Int32Array,
  heard: Float32Array,
  left: number,
  right: number,
): void {
  for (let k = 0; k < lineCount; k++) {
    const at = position[k] ?? 0
    memory[at] = (heard[k] ?? 0) + ((k & 1) === 0 ? left : right)
    position[k] = at + 1 === lineEnds[k] ? (lineStarts[k] ?? 0) : at + 1
  }
}

function silentLike({ left, right }: Stereo): Stereo {
  return { left: new Float32Array(left.length), right: new Float32Array(right.length) }
}
