import { expect, test } from 'vitest'
import {
  multiLine,
  optionalSingleLine,
  optionalWebsite,
  requiredMultiLine,
  singleLine,
} from './fields.ts'

const pasted = ' Harbour\r\nLights\u2028Slowly\n'

test('single-line fields replace line breaks with spaces', () => {
  expect(singleLine('Title', 200).parse(pasted)).toBe('Harbour Lights Slowly')
  expect(optionalSingleLine('Artist', 200).parse(pasted)).toBe('Harbour Lights Slowly')
  expect(singleLine('Title', 200).safeParse('\n').error?.issues[0]?.message).toBe(
    'Title is required',
  )
})

test('multi-line fields preserve line breaks inside the text', () => {
  expect(multiLine('Description', 200).parse('One\n\nTwo\n')).toBe('One\n\nTwo')
})

test.each([
  ['maren.example', 'https://maren.example'],
  [' www.maren.example:8443/music?a=b ', 'https://www.maren.example:8443/music?a=b'],
  ['müller.example', 'https://müller.example'],
  ['http://maren.example', 'http://maren.example'],
  ['', null],
])('a website %j is stored as %j', (typed, stored) => {
  expect(optionalWebsite.parse(typed)).toBe(stored)
})

test.each([
  'maren',
  'javascript:alert(1)',
  '//maren.example',
  'me@maren.example',
  'ftp://x.example',
])('a website %j is rejected', (typed) => {
  expect(optionalWebsite.safeParse(typed).error?.issues[0]?.message).toBe(
    'Please enter a valid URL',
  )
})

test.each([
  ['a zero-width space', '\u200b'],
  ['a filler of Hangul', '\u3164'],
  ['a blank Braille pattern', '\u2800'],
  ['an open override', '\u202e'],
  ['a soft hyphen and a joiner', '\u00ad\u200d'],
])('text fields: %s alone shows nothing, and counts as blank', (_, text) => {
  for (const field of [singleLine('Title', 9), requiredMultiLine('Reason', 9)])
    expect(field.safeParse(text).error?.issues[0]?.message).toMatch(/ is required$/)
  expect(optionalSingleLine('Name', 9).parse(text)).toBeNull()
  expect(multiLine('Bio', 9).parse(text)).toBeNull()
})

test('text fields: a single line loses what would reverse the text beside it, and keeps other marks', () => {
  const [tricky, harmless] = ['\u202eevil\u2066 x\u2069', '👩‍🚀 שלום\u200f!']
  for (const field of [singleLine('Title', 99), optionalSingleLine('Name', 99)]) {
    expect(field.parse(tricky)).toBe('evil x')
    expect(field.parse(harmless)).toBe(harmless)
  }
})
