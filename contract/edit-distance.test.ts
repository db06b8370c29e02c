import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinOneEdit } from './edit-distance.ts'

test.each([
  ['ferry', 'ferry'],
  ['fery', 'ferry'],
  ['ferrry', 'ferry'],
  ['furry', 'ferry'],
  ['perry', 'ferry'],
  ['ferrz', 'ferry'],
  ['feryr', 'ferry'],
  ['efrry', 'ferry'],
  ['aab', 'aba'],
  ['so🎷g', 'so🎸g'],
  ['日々の歌', '日の々歌'],
  ['', 'a'],
])('isWithinOneEdit: %s and %s are one edit apart', (a, b) => {
  expect(isWithinOneEdit(a, b)).toBe(true)
  expect(isWithinOneEdit(b, a)).toBe(true)
})

test.each([
  ['fury', 'ferry'],
  ['fe', 'ferry'],
  ['yrref', 'ferry'],
  ['abcd', 'badc'],
  ['night', 'lights'],
])('isWithinOneEdit: %s and %s are more than one edit apart', (a, b) => {
  expect(isWithinOneEdit(a, b)).toBe(false)
})

test('isWithinOneEdit: every single edit of every word is recognized', () => {
  const letter = fc.constantFrom(...'abcé🎷')
  const word = fc.array(letter, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(word, fc.nat(), letter, (letters, anywhere, other) => {
      const index = anywhere % letters.length
      const [head, tail] = [letters.slice(0, index), letters.slice(index)]
      const [first = '', second = '', ...rest] = tail
      for (const typo of [
        [...head, ...tail.slice(1)],
        [...head, other, ...tail],
        [...head, other, ...tail.slice(1)],
        [...head, second, first, ...rest],
      ])
        expect(isWithinOneEdit(letters.join(''), typo.join(''))).toBe(true)
    }),
  )
})
