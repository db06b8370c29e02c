/** The dragged row's original index and current drop index. */
export type DragState = { readonly from: number; readonly to: number }

/** How far an arrow key moves the row. */
const pixelsPerKey = 25

type DragOrigin = { from: number; rows: number; rowHeight: number }

/** The index nearest to a row that was moved by this many pixels. */
export function dropIndex({ from, rows, rowHeight }: DragOrigin, moved: number): number {
  return Math.min(Math.max(from + Math.round(moved / rowHeight), 0), rows - 1)
}

/** How far a key moves the row, limited to the bounds of the list. */
export function keyboardStep(
  code: string,
  { from, rows, rowHeight }: DragOrigin,
  moved: number,
): number {
  if (code === 'ArrowUp') return Math.max(-pixelsPerKey, Math.min(0, -from * rowHeight - moved))
  if (code === 'ArrowDown')
    return Math.min(pixelsPerKey, Math.max(0, (rows - 1 - from) * rowHeight - moved))
  return 0
}

/** By how many rows a row is displaced by the dragged one. */
export function rowOffset(row: number, { from, to }: DragState): number {
  if (row === from) return to - from
  if (row > from && row <= to) return -1
  if (row < from && row >= to) return 1
  return 0
}

export function reordered(ids: readonly string[], { from, to }: DragState): string[] {
  const order = ids.filter((_, row) => row !== from)
  order.splice(to, 0, ...ids.slice(from, from + 1))
  return order
}
