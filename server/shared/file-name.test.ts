import { expect, test } from 'vitest'
import { toFileName } from './file-name.ts'

test.each([
  ['AC/DC - T.N.T.', 'AC_DC - T.N.T'],
  ['What? "Why": <none>|*\\', 'What_ _Why__ _none____'],
  ['  ..hidden. . ', 'hidden'],
  ['line\nbreak\0', 'line_break_'],
  ['con', '_con'],
  ['Lpt1.demo', '_Lpt1.demo'],
  ['Connie', 'Connie'],
  ['...', 'Untitled'],
  ['a\u202egpj.exe', 'a_gpj.exe'],
  ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
  ['Соль 鹽 🎻', 'Соль 鹽 🎻'],
])('file names: %j is %j', (text, name) => {
  expect(toFileName(text)).toBe(name)
})

test('file names: a long one has at most 200 bytes and ends between two characters', () => {
  const name = toFileName('👩‍🚀'.repeat(100))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  expect(name.replaceAll('👩‍🚀', '')).toBe('')
})

test('file names: a letter with more marks than fit keeps the letter', () => {
  const name = toFileName(`x - a${'\u0301'.repeat(190)}`)
  expect(name).toMatch(/^x - á\u0301{90}/)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
})
