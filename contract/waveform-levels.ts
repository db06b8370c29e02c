const levelCount = 200
const fullScale = 128

/** The highest peak in each two-hundredth of a track, from 0 to 1. `data` has the minimum and maximum of each bin. */
export function levelsOf(data: ArrayLike<number>): number[] {
  const bins = data.length / 2
  return Array.from({ length: levelCount }, (_, i) => {
    const start = Math.floor((i * bins) / levelCount)
    const end = Math.max(start + 1, Math.ceil(((i + 1) * bins) / levelCount))
    let highest = 0
    for (let bin = 2 * start; bin < 2 * end; bin++)
      highest = Math.max(highest, Math.abs(data[bin] ?? 0))
    return highest / fullScale
  })
}
