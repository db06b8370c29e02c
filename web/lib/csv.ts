import { saveText } from './save-text.ts'

/** CSV files: RFC 4180, and escaped against formula injection. */

export type CsvCell = string | number | null
export type CsvRow = readonly CsvCell[]

/** Without it Excel assumes a legacy encoding. */
const byteOrderMark = '\uFEFF'

export function csvFile(rows: readonly CsvRow[]): string {
  const lines = rows.map((row) => row.map(csvCell).join(','))
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`
}

export function csvCell(value: CsvCell): string {
  const text = escapeFormula(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet would evaluate a text that starts like a formula. */
function escapeFormula(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

/** `tracks-2026-11-15T09-30-00.csv` */
export function csvFileName(subject: string, now: Date): string {
  return `${subject}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.csv`
}

export const downloadCsv = (fileName: string, csv: string) => saveText(fileName, csv, 'text/csv')
