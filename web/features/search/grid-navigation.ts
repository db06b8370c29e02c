import type { ResultRow } from './result-rows.ts'

/**
 * Where a key leads to from the active cell. Null is the box itself, from which one comes and to
 * which one returns at either end; undefined says that the key is none of the panel's.
 */
export function nextCell(
  rows: readonly ResultRow[],
  active: string | null,
  key: string,
): string | null | undefined {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell === active))
  const column = Math.max(0, rows[row]?.cells.indexOf(active ?? '') ?? 0)
  if (key === 'ArrowDown') return cellAt(rows, row + 1, column)
  if (key === 'ArrowUp') return cellAt(rows, row < 0 ? rows.length - 1 : row - 1, column)
  if (row < 0) return undefined
  if (key === 'ArrowRight') return rows[row]?.cells[column + 1]
  if (key === 'ArrowLeft') return column > 0 ? rows[row]?.cells[column - 1] : undefined
  return undefined
}

function cellAt(rows: readonly ResultRow[], row: number, column: number): string | null {
  const cells = rows[row]?.cells
  return cells?.[column] ?? cells?.[0] ?? null
}
