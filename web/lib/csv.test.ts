import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvFile, csvFileName } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@home', "'@home"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x.example","y")', '"\'=HYPERLINK(""http://x.example"",""y"")"'],
])('csv: %j starts like a formula and is escaped', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test.each([
  ['plain', 'plain'],
  ['Bär & Söhne', 'Bär & Söhne'],
  ['1=1', '1=1'],
  ['a, b', '"a, b"'],
  ['a; b', '"a; b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' edge ', '" edge "'],
  ['', ''],
])('csv: %j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('csv: numbers are not quoted', () => {
  expect([csvCell(0), csvCell(-3), csvCell(null)]).toEqual(['0', '-3', ''])
})

test('csv: a file starts with a byte-order mark and ends every line with CR LF', () => {
  expect(csvFile([['Title', 'Plays'], [], ['Über', 3]])).toBe('\uFEFFTitle,Plays\r\n\r\nÜber,3\r\n')
})

test('csv: any file can be parsed back', () => {
  const row = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const read = readCsv(csvFile(rows))
      expect(
        read.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))),
      ).toEqual(rows.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))))
    }),
  )
})

/** RFC 4180, as written there. */
function readCsv(file: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  const text = file.slice(1)
  for (let cell = cells.exec(text); cell; cell = cells.exec(text)) {
    rows.at(-1)?.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '')
    if (cell[3] === '\r\n') rows.push([])
    if (cells.lastIndex === text.length) break
  }
  return rows.slice(0, -1)
}

test('csv: a file is named for its subject and the time', () => {
  expect(csvFileName('analytics', new Date('2026-11-15T09:30:05.123Z'))).toBe(
    'analytics-2026-11-15T09-30-05.csv',
  )
})
