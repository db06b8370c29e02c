import { expect, test } from 'vitest'
import { findUsernameProblem } from './username.ts'

test.each([
  'maya',
  'Łukasz-Żak',
  'anna_2',
  '2pac',
  'Мария',
  'ρυθμός',
  '山田-taro',
  'ひらがなカタカナ漢字',
  '김민수',
  'שלום',
  '007',
])('usernames: %s is accepted', (username) => {
  expect(findUsernameProblem(username)).toBeUndefined()
})

const plain = 'Username can contain letters, numbers, dots, dashes and underscores'
const oneAlphabet = 'Username can have letters of one alphabet only'
const likeLatin = 'Username looks like one in Latin letters'
test.each([
  ['fillers of Hangul', '\u3164\u3164\u3164', plain],
  ['a filler between letters', 'ad\u115fmin', plain],
  ['full-width letters', 'ａｄｍｉｎ', plain],
  ['mathematical letters', '𝐚𝐝𝐦𝐢𝐧', plain],
  ['a ligature', 'ﬁnn', plain],
  ['a long s', 'ſam', plain],
  ['the Kelvin sign', 'mar\u212a', plain],
  ['dots alone', '...', plain],
  ['a Cyrillic letter among Latin ones', '\u0430dmin', oneAlphabet],
  ['a Greek letter among Latin ones', 'n\u03bfel', oneAlphabet],
  ['an Armenian letter among Latin ones', 's\u0585n', oneAlphabet],
  ['Cyrillic and Greek letters', '\u0434\u03bf\u043c', oneAlphabet],
  ['Cyrillic letters that look Latin', '\u0440\u0430\u0443-\u0440\u0430\u0443', likeLatin],
  ['Greek letters that look Latin', '\u039d\u0399\u039a\u039f', likeLatin],
])('usernames: one with %s is rejected', (_, username, problem) => {
  expect(findUsernameProblem(username)).toBe(problem)
})
