import { type Stereo, sampleRate, toDecibels } from './sound.ts'

const hop = Math.round(sampleRate * 0.2)
/** Every other sample is enough to tell how loud it is. */
const stride = 2
const onePole = (hertz: number) => 1 - Math.exp((-2 * Math.PI * hertz * stride) / sampleRate)
const deepStep = onePole(70)
const midStep = onePole(1500)

/**
 * Adds the power of one ear, hop by hop, as an ear would judge it: treble counts more and deep bass
 * less (after ITU-R BS.1770, with simpler filters).
 */
function addPowers(samples: Float32Array, powers: Float64Array): void {
  let deep = 0
  let mid = 0
  for (let block = 0; block < powers.length; block++) {
    let sum = 0
    const end = Math.min((block + 1) * hop, samples.length)
    for (let i = block * hop; i < end; i += stride) {
      const sample = samples[i] ?? 0
      deep += (sample - deep) * deepStep
      mid += (sample - mid) * midStep
      const weighted = sample - deep + 0.58 * (sample - mid)
      sum += weighted * weighted
    }
    powers[block] = (powers[block] ?? 0) + (sum * stride) / hop
  }
}

/** Mean power of each window of 400 ms, half overlapping. */
function windowPowers({ left, right }: Stereo): Float64Array {
  const powers = new Float64Array(Math.ceil(left.length / hop))
  addPowers(left, powers)
  addPowers(right, powers)
  return powers.map((power, i) => (power + (powers[i + 1] ?? 0)) / 2)
}

/**
 * Decibels of a sound where it is loud: what a channel is set by. Only windows in which it plays
 * count, so that a cymbal that is struck twice is not taken for a quiet one.
 */
export function activeLoudness(sound: Stereo): number {
  const powers = windowPowers(sound).sort((a, b) => b - a)
  const playing = powers.filter((power) => power > (powers[0] ?? 0) * 0.003)
  const strong = playing[Math.floor(playing.length * 0.2)] ?? 0
  return strong > 1e-12 ? toDecibels(Math.sqrt(strong)) : Number.NEGATIVE_INFINITY
}

/** Decibels of the whole, its quiet parts left out: what a finished track is set by. */
export function integratedLoudness(sound: Stereo): number {
  const powers = [...windowPowers(sound)].filter((power) => power > 1e-7)
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  const gate = mean(powers) * 0.1
  const counted = mean(powers.filter((power) => power >= gate))
  return counted > 0 ? toDecibels(Math.sqrt(counted)) : Number.NEGATIVE_INFINITY
}
