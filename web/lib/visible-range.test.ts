import { describe, expect, it } from 'vitest'
import { isFastScroll, rowsToRender, visibleRange } from './visible-range.ts'

const screen = { rowHeight: 76, height: 900 }

describe('rowsInSight', () => {
  it('draws a short list whole, wherever it is', () => {
    expect(visibleRange({ ...screen, rows: 60, scrolled: 9_000 })).toEqual({ first: 0, end: 60 })
  })

  it('draws what is on screen and ten rows to either side', () => {
    expect(visibleRange({ ...screen, rows: 10_000, scrolled: 76 * 500 })).toEqual({
      first: 490,
      end: 522,
    })
  })

  it('never leaves the list', () => {
    expect(visibleRange({ ...screen, rows: 1000, scrolled: -600 })).toEqual({ first: 0, end: 14 })
    expect(visibleRange({ ...screen, rows: 1000, scrolled: 76 * 995 })).toEqual({
      first: 985,
      end: 1000,
    })
    expect(visibleRange({ ...screen, rows: 1000, scrolled: 1e9 })).toEqual({
      first: 1000,
      end: 1000,
    })
  })

  it('draws a few before the list is measured', () => {
    expect(visibleRange({ rowHeight: 0, height: 0, rows: 1000, scrolled: 0 })).toEqual({
      first: 0,
      end: 60,
    })
  })
})

describe('rowsToDraw', () => {
  it('keeps a row that went out of sight in its place in the order', () => {
    expect(rowsToRender({ first: 3, end: 6 }, [9, 4, 1])).toEqual([1, 3, 4, 5, 9])
  })

  it('ignores a row that is no longer there', () => {
    expect(rowsToRender({ first: 0, end: 2 }, [-1])).toEqual([0, 1])
  })
})

describe('isFlight', () => {
  it.each([
    [3, false],
    [-3, false],
    [4, true],
    [-400, true],
  ])('%i rows from one frame to the next: %s', (rows, flight) => {
    const seen = { first: 500, end: 530 }
    expect(isFastScroll(seen, { first: 500 + rows, end: 530 + rows })).toBe(flight)
  })
})
