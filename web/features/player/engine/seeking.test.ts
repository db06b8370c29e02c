import { describe, expect, test } from 'vitest'
import { scrubbedTime, timeAfterKey, timeAt } from './seeking.ts'

const box = { left: 100, width: 400 }
test.each([
  ['the left edge', 100, 0],
  ['the middle', 300, 60],
  ['the right edge', 500, 120],
  ['left of it', 20, 0],
  ['right of it', 900, 120],
])('seeking by pointer: %s (x = %i) gives the time %i', (_where, clientX, time) => {
  expect(timeAt(clientX, box, 120)).toBe(time)
})

test('seeking by pointer: an element without width gives the start', () => {
  expect(timeAt(300, { left: 0, width: 0 }, 120)).toBe(0)
})

describe('scrubbedTime', () => {
  // 90 minutes on 540 px: a pixel is ten seconds.
  const box = { left: 0, width: 540, top: 800, bottom: 824 }
  const last = { x: 270, time: 2700 }
  test.each([
    ['on the bar: the time under the pointer', 271, 810, 2710],
    ['a little above it: the same', 271, 760, 2710],
    ['further above: a quarter of the way', 271, 740, 2702.5],
    ['far above: a sixteenth', 271, 600, 2700.625],
    ['far below: a sixteenth', 271, 1000, 2700.625],
    ['far above, beyond the end: within the track', 90_000, 600, 5400],
  ])('scrubbing in a long mix %s', (_where, clientX, clientY, time) => {
    expect(scrubbedTime(last, { clientX, clientY }, box, 5400)).toBe(time)
  })
})

test.each([
  ['ArrowRight', 65],
  ['ArrowUp', 65],
  ['ArrowLeft', 55],
  ['ArrowDown', 55],
  ['PageUp', 80],
  ['PageDown', 40],
  ['Home', 0],
  ['End', 200],
])('seeking by keyboard: %s at 60 s of 200 s seeks to %d s', (key, time) => {
  expect(timeAfterKey(key, 60, 200)).toBe(time)
})

test('seeking by keyboard: it stays within the track', () => {
  expect(timeAfterKey('ArrowLeft', 2, 200)).toBe(0)
  expect(timeAfterKey('PageUp', 199, 200)).toBe(200)
})

test('seeking by keyboard: page keys move by at least one arrow step', () => {
  expect(timeAfterKey('PageUp', 0, 20)).toBe(5)
})

test('seeking by keyboard: other keys do not seek', () => {
  for (const key of ['Tab', ' ', 'Enter', 'a']) expect(timeAfterKey(key, 60, 200)).toBeUndefined()
})
