import { expect, test } from 'vitest'
import { dropIndex, keyboardStep, moveText, reordered, rowOffset } from './drag-state.ts'

const origin = { from: 2, rows: 8, rowHeight: 76 }

test.each([
  [0, 2],
  [37, 2],
  [39, 3],
  [76 * 2, 4],
  [-39, 1],
  [-5_000, 0],
  [5_000, 7],
])('drag and drop: moving a row by %i pixels drops it at index %i', (moved, to) => {
  expect(dropIndex(origin, moved)).toBe(to)
})

test('keyboard drag: each key press moves the row by 25 pixels', () => {
  expect(keyboardStep('ArrowDown', origin, 0)).toBe(25)
  expect(keyboardStep('ArrowUp', origin, 30)).toBe(-25)
})

test('keyboard drag: the second key press changes the drop index', () => {
  const once = keyboardStep('ArrowDown', origin, 0) ?? 0
  expect(dropIndex(origin, once)).toBe(2)
  expect(dropIndex(origin, once + (keyboardStep('ArrowDown', origin, once) ?? 0))).toBe(3)
})

test('keyboard drag: the row stops at both ends of the list', () => {
  expect(keyboardStep('ArrowUp', origin, -76 * 2 + 10)).toBe(-10)
  expect(keyboardStep('ArrowUp', origin, -76 * 2)).toBe(0)
  expect(keyboardStep('ArrowDown', origin, 76 * 5)).toBe(0)
})

test('keyboard drag: Page Up and Page Down move to the next row, Home and End to the ends', () => {
  expect(keyboardStep('PageDown', origin, 0)).toBe(76)
  expect(keyboardStep('PageDown', origin, 25)).toBe(76 - 25)
  expect(keyboardStep('PageUp', origin, 50)).toBe(-50)
  expect(keyboardStep('PageUp', origin, -76 * 2)).toBe(0)
  expect(keyboardStep('Home', origin, 25)).toBe(-76 * 2 - 25)
  expect(keyboardStep('End', origin, -76)).toBe(76 * 6)
})

test('keyboard drag: a key that moves by less than a row is announced in pixels', () => {
  expect(moveText({ moved: 25, row: 0, rows: 5 })).toBe('Row 1 of 5, 25 pixels down.')
  expect(moveText({ moved: -75, row: 3, rows: 5 })).toBe('Row 4 of 5, 75 pixels up.')
})

test('keyboard drag: other keys do not move the row', () => {
  expect(keyboardStep('ArrowLeft', origin, 0)).toBeUndefined()
  expect(keyboardStep('KeyX', origin, 0)).toBeUndefined()
})

test('drag and drop: the other rows close the gap and make space at the drop index', () => {
  const shifts = (from: number, to: number) =>
    [0, 1, 2, 3, 4].map((row) => rowOffset(row, { from, to }))
  expect(shifts(1, 3)).toEqual([0, 2, -1, -1, 0])
  expect(shifts(3, 0)).toEqual([1, 1, 1, -3, 0])
  expect(shifts(2, 2)).toEqual([0, 0, 0, 0, 0])
})

test.each([
  [0, 3, 'bcda'],
  [3, 0, 'dabc'],
  [1, 2, 'acbd'],
  [2, 2, 'abcd'],
])('reordering: a row moved from %i to %i gives the expected order', (from, to, order) => {
  expect(reordered(['a', 'b', 'c', 'd'], { from, to }).join('')).toBe(order)
})
