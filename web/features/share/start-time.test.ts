import { expect, test } from 'vitest'
import { parseStart } from './start-time.ts'

test.each([
  ['1:02', 62],
  ['0:00', 0],
  [' 75 ', 75],
  ['1:00:05', 3605],
  ['1:', undefined],
  ['-1', undefined],
  ['one', undefined],
  ['2:00:00', undefined],
])('start of a shared link: "%s" is %s seconds of a track of two hours', (typed, seconds) => {
  expect(parseStart(typed, 7200)).toBe(seconds)
})
