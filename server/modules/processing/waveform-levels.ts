const levelCount = 200
const fullScale = 128

/** The highest peak in each two-hundredth of a track, from 0 to 255: what the player draws. */
export function waveformLevels(peaks: Int8Array): Buffer {
  const bins = peaks.length / 2
  const levels = Buffer.alloc(levelCount)
  for (let i = 0; i < levelCount; i++) {
    const start = Math.floor((i * bins) / levelCount)
    const end = Math.max(start + 1, Math.ceil(((i + 1) * bins) / levelCount))
    const highest = peaks
      .subarray(2 * start, 2 * end)
      .reduce((highest, peak) => Math.max(highest, Math.abs(peak)), 0)
    levels[i] = Math.round((255 * highest) / fullScale)
  }
  return levels
}
