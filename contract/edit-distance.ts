/** Whether the words are equal, or one letter is inserted, deleted, replaced or swapped with its neighbor. */
export function isWithinOneEdit(a: string, b: string): boolean {
  const [short, long] = [Array.from(a), Array.from(b)].toSorted((x, y) => x.length - y.length)
  if (!short || !long || long.length - short.length > 1) return false
  let prefix = 0
  while (prefix < short.length && short[prefix] === long[prefix]) prefix++
  let suffix = 0
  while (suffix < short.length - prefix && short.at(-1 - suffix) === long.at(-1 - suffix)) suffix++
  const left = short.slice(prefix, short.length - suffix)
  const right = long.slice(prefix, long.length - suffix)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
