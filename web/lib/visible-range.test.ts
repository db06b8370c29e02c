import { expect, test } from 'vitest'
import { isFastScroll, rangeOnScreen, rowsToRender, visibleRange } from './visible-range.ts'

const screen = { rowHeight: 76, height: 900 }

test('visible range: a short list is rendered whole, wherever it is', () => {
  expect(visibleRange({ ...screen, rows: 60, scrolled: 9_000 })).toEqual({ first: 0, end: 60 })
})

test('visible range: the rows on screen and ten on either side are rendered', () => {
  expect(visibleRange({ ...screen, rows: 10_000, scrolled: 76 * 500 })).toEqual({
    first: 490,
    end: 522,
  })
})

test('visible range: it stays within the list', () => {
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

test('visible range: at first only the rows on screen are rendered, also of a short list', () => {
  const scrolled = { ...screen, scrolled: 76 * 20 }
  expect(rangeOnScreen({ ...scrolled, rows: 10_000 })).toEqual({ first: 20, end: 32 })
  expect(rangeOnScreen({ ...scrolled, rows: 30 })).toEqual({ first: 20, end: 30 })
})

test('visible range: some rows are rendered before the list is measured', () => {
  expect(visibleRange({ rowHeight: 0, height: 0, rows: 1000, scrolled: 0 })).toEqual({
    first: 0,
    end: 60,
  })
})

test('visible range: a mounted row outside the range is rendered in order', () => {
  expect(rowsToRender({ first: 3, end: 6 }, [9, 4, 1])).toEqual([1, 3, 4, 5, 9])
})

test('visible range: a mounted row that was removed is ignored', () => {
  expect(rowsToRender({ first: 0, end: 2 }, [-1])).toEqual([0, 1])
})

test.each([
  [3, false],
  [-3, false],
  [4, true],
  [-400, true],
])('visible range: scrolling %i rows between two frames is fast: %s', (rows, fast) => {
  const seen = { first: 500, end: 530 }
  expect(isFastScroll(seen, { first: 500 + rows, end: 530 + rows })).toBe(fast)
})
