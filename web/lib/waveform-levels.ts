const levelCount = 200
const fullScale = 128

/** The highest peak in each two-hundredth of a track, from 0 to 1. `data` has the minimum and maximum of each bin. */
export function levelsOf(data: readonly number[]): number[] {
  const bins = data.length / 2
  return Array.from({ length: levelCount }, (_, i) => {
    const start = Math.floor((i * bins) / levelCount)
    const end = Math.max(start + 1, Math.ceil(((i + 1) * bins) / levelCount))
    const peaks = data.slice(2 * start, 2 * end).map(Math.abs)
    return Math.max(0, ...peaks) / fullScale
  })
}
