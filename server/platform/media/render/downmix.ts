import { speakers, speakersOf } from '../decode/speakers.ts'

/** Center and surround channels at -3 dB (ITU-R BS.775), all together at a level that cannot clip. */
const side = Math.SQRT1_2

const { frontLeft, frontRight, frontCenter, leftOfCenter, rightOfCenter } = speakers
const { backLeft, backRight, backCenter, sideLeft, sideRight } = speakers
const both = frontCenter | backCenter
const onLeft = leftOfCenter | backLeft | sideLeft | both
const onRight = rightOfCenter | backRight | sideRight | both

/** Mono and stereo stay as they are; more channels become stereo, with this gain. The LFE channel is left out. */
export function downmix(channels: Float32Array[], mask?: number, gain = 1): Float32Array[] {
  if (channels.length <= 2) return channels
  const placed = speakersOf(channels.length, mask)
  const lefts = placed.map((speaker) => (speaker === frontLeft ? 1 : speaker & onLeft ? side : 0))
  const rights = placed.map((speaker) =>
    speaker === frontRight ? 1 : speaker & onRight ? side : 0,
  )
  const scale = gain / Math.max(1, sumOf(lefts), sumOf(rights))
  return [lefts, rights].map((weights) => mix(channels, weights, scale))
}

const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0)

function mix(channels: Float32Array[], weights: readonly number[], scale: number): Float32Array {
  const mixed = new Float32Array(channels[0]?.length ?? 0)
  for (const [index, samples] of channels.entries()) {
    const weight = scale * (weights[index] ?? 0)
    if (weight === 0) continue
    for (let i = 0; i < mixed.length; i++)
      mixed[i] = (mixed[i] as number) + weight * (samples[i] as number)
  }
  return mixed
}
