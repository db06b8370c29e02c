import { expect, test } from 'vitest'
import { formatTags, parseTags } from './tags.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['tape', ['tape']],
  ['tape,late night , slow', ['tape', 'late night', 'slow']],
  ['tape, slow, tape', ['tape', 'slow']],
])('tags: "%s" is parsed', (text, tags) => {
  expect(parseTags(text)).toEqual(tags)
})

test('tags: formatted tags parse to the same list', () => {
  const tags = ['tape', 'late night']
  expect(formatTags(tags)).toBe('tape, late night')
  expect(parseTags(formatTags(tags))).toEqual(tags)
})
