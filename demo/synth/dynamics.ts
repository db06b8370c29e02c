import { applyCurve, blockFrames, blocksPerSecond, type Curve } from './control.ts'
import type { Stereo } from './sound.ts'

function blockPeaks({ left, right }: Stereo): Float32Array {
  const peaks = new Float32Array(Math.ceil(left.length / blockFrames) + 1)
  for (let i = 0; i < left.length; i++) {
    const size = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
    const block = (i / blockFrames) | 0
    if (size > (peaks[block] ?? 0)) peaks[block] = size
  }
  return peaks
}

/**
 * A look-ahead limiter: keeps every sample within the ceiling, with a slow release.
 */
export function limit(sound: Stereo, ceiling: number): void {
  const need = blockPeaks(sound).map((peak) => (peak > ceiling ? ceiling / peak : 1))
  const gain = need.map((here, block) => Math.min(here, need[block - 1] ?? 1))
  const recovery = 1 - Math.exp(-1 / (0.12 * blocksPerSecond))
  for (let block = 1; block < gain.length; block++) {
    const before = gain[block - 1] ?? 1
    gain[block] = Math.min(gain[block] ?? 1, before + (1 - before) * recovery + 1e-5)
  }
  const approach = 0.12
  for (let block = gain.length - 2; block >= 0; block--)
    gain[block] = Math.min(gain[block] ?? 1, (gain[block + 1] ?? 1) + approach)
  applyCurve(sound.left, gain)
  applyCurve(sound.right, gain)
}

/** A gentle bus compressor. */
export function glue(sound: Stereo, options: { threshold: number; ratio: number }): void {
  const peaks = blockPeaks(sound)
  const rise = 1 - Math.exp(-1 / (0.02 * blocksPerSecond))
  const fall = 1 - Math.exp(-1 / (0.18 * blocksPerSecond))
  let level = 0
  const gain = peaks.map((peak) => {
    level += (peak - level) * (peak > level ? rise : fall)
    return level > options.threshold ? (level / options.threshold) ** (1 / options.ratio - 1) : 1
  })
  applyCurve(sound.left, gain)
  applyCurve(sound.right, gain)
}

/**
 * Sidechain ducking by the bass drum: the gain falls in the 6 ms before each hit, and rises again within `recovery`.
 */
export function duckingCurve(
  frames: number,
  hits: readonly number[],
  options: { depth: number; recovery: number },
): Curve {
  const gain = new Float32Array(Math.ceil(frames / blockFrames) + 1).fill(1)
  const recoveryBlocks = Math.round(options.recovery * blocksPerSecond)
  const entry = 6
  for (const seconds of hits) {
    const start = Math.round(seconds * blocksPerSecond)
    for (let k = -entry; k < recoveryBlocks; k++) {
      const progress = k < 0 ? -k / entry : (k / recoveryBlocks) ** 1.4
      const dip = 1 - options.depth * (1 - Math.min(1, progress))
      const block = start + k
      if (block >= 0 && block < gain.length) gain[block] = Math.min(gain[block] ?? 1, dip)
    }
  }
  return gain
}
