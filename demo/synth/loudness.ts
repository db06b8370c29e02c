import { type Stereo, sampleRate, toDecibels } from './sound.ts'

const hop = Math.round(sampleRate * 0.2)
/** Every other sample is enough to measure loudness. */
const stride = 2
const onePole = (hertz: number) => 1 - Math.exp((-2 * Math.PI * hertz * stride) / sampleRate)
const deepStep = onePole(70)
const midStep = onePole(1500)

/**
 * Adds the K-weighted power of one channel per hop (after ITU-R BS.1770, with simpler filters).
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
 * The loudness of a channel in decibels. Only windows with signal count, so that an instrument with few
 * notes is not measured as quiet.
 */
export function activeLoudness(sound: Stereo): number {
  const powers = windowPowers(sound).sort((a, b) => b - a)
  const playing = powers.filter((power) => power > (powers[0] ?? 0) * 0.003)
  const strong = playing[Math.floor(playing.length * 0.2)] ?? 0
  return strong > 1e-12 ? toDecibels(Math.sqrt(strong)) : Number.NEGATIVE_INFINITY
}

/** Gated loudness of the whole track in decibels: windows 10 dB below the mean, or silent, do not count. */
export function integratedLoudness(sound: Stereo): number {
  const powers = [...windowPowers(sound)].filter((power) => power > 1e-7)
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  const gate = mean(powers) * 0.1
  const counted = mean(powers.filter((power) => power >= gate))
  return counted > 0 ? toDecibels(Math.sqrt(counted)) : Number.NEGATIVE_INFINITY
}
