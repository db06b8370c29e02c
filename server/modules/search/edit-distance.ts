/** Whether one letter was added, left out, changed or swapped with its neighbour, or none. */
export function isWithinOneEdit(a: string, b: string): boolean {
  const [short, long] = [Array.from(a), Array.from(b)].toSorted((x, y) => x.length - y.length)
  if (!short || !long || long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  let same = 0
  while (same < short.length - from && short.at(-1 - same) === long.at(-1 - same)) same++
  const differs = short.slice(from, short.length - same)
  const other = long.slice(from, long.length - same)
  if (differs.length <= 1 && other.length <= 1) return true
  return (
    differs.length === 2 && other.length === 2 && differs[0] === other[1] && differs[1] === other[0]
  )
}
