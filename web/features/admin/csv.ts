/** Tables as files that spreadsheets open: RFC 4180, and safe to open. */

export type CsvCell = string | number | null
export type CsvRow = readonly CsvCell[]

/** Without it Excel takes the letters for those of another alphabet. */
const byteOrderMark = '\uFEFF'

export function csvFile(rows: readonly CsvRow[]): string {
  const lines = rows.map((row) => row.map(csvCell).join(','))
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`
}

export function csvCell(value: CsvCell): string {
  const text = guarded(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet would work out a text that begins like a formula. */
function guarded(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

/** `tracks-2026-11-15T09-30-00.csv` */
export function csvName(subject: string, now: Date): string {
  return `${subject}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.csv`
}
