import { describe, expect, it } from 'vitest'
import { dropIndex, keyboardStep, reordered, rowOffset } from './drag-state.ts'

const place = { from: 2, rows: 8, rowHeight: 76 }

describe('landingPlace', () => {
  it.each([
    [0, 2],
    [37, 2],
    [39, 3],
    [76 * 2, 4],
    [-39, 1],
    [-5_000, 0],
    [5_000, 7],
  ])('%i pixels down is place %i', (moved, to) => {
    expect(dropIndex(place, moved)).toBe(to)
  })
})

describe('stepByKey', () => {
  it('moves 25 pixels with each press', () => {
    expect(keyboardStep('ArrowDown', place, 0)).toBe(25)
    expect(keyboardStep('ArrowUp', place, 30)).toBe(-25)
  })

  it('changes the place with the second press', () => {
    const once = keyboardStep('ArrowDown', place, 0)
    expect(dropIndex(place, once)).toBe(2)
    expect(dropIndex(place, once + keyboardStep('ArrowDown', place, once))).toBe(3)
  })

  it('stops at both ends of the list', () => {
    expect(keyboardStep('ArrowUp', place, -76 * 2 + 10)).toBe(-10)
    expect(keyboardStep('ArrowUp', place, -76 * 2)).toBe(0)
    expect(keyboardStep('ArrowDown', place, 76 * 5)).toBe(0)
  })

  it('knows no other key', () => {
    expect(keyboardStep('ArrowLeft', place, 0)).toBe(0)
    expect(keyboardStep('KeyX', place, 0)).toBe(0)
  })
})

describe('shiftOf', () => {
  it('closes the gap above and makes room below', () => {
    const shifts = (from: number, to: number) =>
      [0, 1, 2, 3, 4].map((row) => rowOffset(row, { from, to }))
    expect(shifts(1, 3)).toEqual([0, 2, -1, -1, 0])
    expect(shifts(3, 0)).toEqual([1, 1, 1, -3, 0])
    expect(shifts(2, 2)).toEqual([0, 0, 0, 0, 0])
  })
})

describe('orderAfter', () => {
  it.each([
    [0, 3, 'bcda'],
    [3, 0, 'dabc'],
    [1, 2, 'acbd'],
    [2, 2, 'abcd'],
  ])('from %i to %i', (from, to, order) => {
    expect(reordered(['a', 'b', 'c', 'd'], { from, to }).join('')).toBe(order)
  })
})
