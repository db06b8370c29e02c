import { describe, expect, test } from 'vitest'
import { resolveRange } from './byte-ranges.ts'

const modified = new Date('2026-11-15T10:00:00Z')
const metadata = { size: 1000, etag: '"abc"', modified }
const part = (headers: Record<string, string>) => resolveRange(headers, metadata)
const range = (start: number, end: number) => ({ kind: 'range', range: { start, end } })

describe('Range', () => {
  test.each([
    ['bytes=0-0', range(0, 0)],
    ['bytes=0-499', range(0, 499)],
    ['bytes=500-', range(500, 999)],
    ['bytes=999-999', range(999, 999)],
    ['bytes=0-99999999999999999999', range(0, 999)],
    ['bytes=-1', range(999, 999)],
    ['bytes=-5000', range(0, 999)],
    ['BYTES=1-2', range(1, 2)],
    ['bytes=1000-', { kind: 'unsatisfiable' }],
    ['bytes=5000-6000', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=500-400', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['', { kind: 'whole' }],
  ])('%s', (header, expected) => {
    expect(part({ range: header })).toEqual(expected)
  })

  test('a thousand ranges are the whole', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')
    expect(part({ range: `bytes=${many}` })).toEqual({ kind: 'whole' })
  })

  test('of an empty file there is no range', () => {
    expect(resolveRange({ range: 'bytes=0-' }, { ...metadata, size: 0 })).toEqual({
      kind: 'unsatisfiable',
    })
  })
})

test('If-Range: the range only of the same file', () => {
  const wanted = { range: 'bytes=0-9' }
  expect(part({ ...wanted, 'if-range': '"abc"' })).toEqual(range(0, 9))
  expect(part({ ...wanted, 'if-range': modified.toUTCString() })).toEqual(range(0, 9))
  for (const other of ['"xyz"', 'W/"abc"', new Date(0).toUTCString()])
    expect(part({ ...wanted, 'if-range': other })).toEqual({ kind: 'whole' })
})

test('If-None-Match: nothing is sent twice', () => {
  for (const tag of ['"abc"', 'W/"abc"', '"x", "abc"', '*'])
    expect(part({ 'if-none-match': tag, range: 'bytes=0-9' })).toEqual({ kind: 'unchanged' })
  expect(part({ 'if-none-match': '"x"' })).toEqual({ kind: 'whole' })
})
