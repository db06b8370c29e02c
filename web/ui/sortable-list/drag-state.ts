/** The dragged row's original index and current drop index. */
export type DragState = { readonly from: number; readonly to: number }

/** How far an arrow key moves the row: less than its height, which Page Up and Page Down are for. */
const pixelsPerKey = 25

type DragOrigin = { from: number; rows: number; rowHeight: number }

/** The index nearest to a row that was moved by this many pixels. */
export function dropIndex({ from, rows, rowHeight }: DragOrigin, moved: number): number {
  return Math.min(Math.max(from + Math.round(moved / rowHeight), 0), rows - 1)
}

/**
 * How far a key moves the row, limited to the bounds of the list: arrows by pixels, Page Up and Page Down by a row, Home
 * and End to the first and last row. Undefined for other keys.
 */
export function keyboardStep(
  code: string,
  { from, rows, rowHeight }: DragOrigin,
  moved: number,
): number | undefined {
  const row = Math.round(moved / rowHeight)
  const first = -from * rowHeight
  const last = (rows - 1 - from) * rowHeight
  const targets: Record<string, number> = {
    ArrowUp: moved - pixelsPerKey,
    ArrowDown: moved + pixelsPerKey,
    PageUp: (row - 1) * rowHeight,
    PageDown: (row + 1) * rowHeight,
    Home: first,
    End: last,
  }
  const target = targets[code]
  return target === undefined ? undefined : Math.min(Math.max(target, first), last) - moved
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

type KeyMove = { moved: number; row: number; rows: number }

/** Announced for a key that moves a row by less than its height. */
export function moveText({ moved, row, rows }: KeyMove): string {
  const pixels = Math.round(Math.abs(moved))
  return `Row ${row + 1} of ${rows}, ${pixels} pixels ${moved < 0 ? 'up' : 'down'}.`
}
