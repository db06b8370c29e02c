/** Which rows of a long list are drawn: those on screen, and some to either side. */
export type VisibleRange = { first: number; end: number }

type View = {
  rows: number
  rowHeight: number
  /** How far the list's top has gone up beyond the top of the screen; negative when it has not. */
  scrolled: number
  height: number
}

/** Rows drawn beyond either edge, so that scrolling and the Tab key find them there. */
const margin = 10
/** Lists that are no longer than this are drawn whole. */
const fewRows = 60

export function visibleRange({ rows, rowHeight, scrolled, height }: View): VisibleRange {
  if (rows <= fewRows || rowHeight <= 0) return { first: 0, end: Math.min(rows, fewRows) }
  const first = Math.floor(scrolled / rowHeight) - margin
  const end = Math.ceil((scrolled + height) / rowHeight) + margin
  return { first: clamp(first, rows), end: clamp(end, rows) }
}

/** Whether rows go by faster than anybody looks at them: more than three between two frames. */
export function isFastScroll(seen: VisibleRange, next: VisibleRange): boolean {
  return Math.abs(next.first - seen.first) > 3
}

/** The rows in sight, and those that must stay wherever they are, in order. */
export function rowsToRender({ first, end }: VisibleRange, kept: readonly number[]): number[] {
  const rows = new Set(kept.filter((row) => row >= 0))
  for (let row = first; row < end; row += 1) rows.add(row)
  return [...rows].sort((a, b) => a - b)
}

function clamp(row: number, most: number): number {
  return Math.min(Math.max(row, 0), most)
}
