import { expect, test } from 'vitest'
import { multiLine, optionalSingleLine, optionalWebsite, singleLine } from './fields.ts'

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
