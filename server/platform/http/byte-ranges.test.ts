import { expect, test } from 'vitest'
import { resolveRange } from './byte-ranges.ts'

const modified = new Date('2026-11-15T10:00:00Z')
const metadata = { size: 1000, etag: '"abc"', modified }
const resolve = (headers: Record<string, string>) => resolveRange(headers, metadata)
const range = (start: number, end: number) => ({ kind: 'range', range: { start, end } })

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
])('Range header: %s resolves to %o', (header, expected) => {
  expect(resolve({ range: header })).toEqual(expected)
})

test('a thousand ranges resolve to the whole file', () => {
  const many = Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')
  expect(resolve({ range: `bytes=${many}` })).toEqual({ kind: 'whole' })
})

test('no range of an empty file is satisfiable', () => {
  expect(resolveRange({ range: 'bytes=0-' }, { ...metadata, size: 0 })).toEqual({
    kind: 'unsatisfiable',
  })
})

test('If-Range: a changed file is sent whole', () => {
  const headers = { range: 'bytes=0-9' }
  expect(resolve({ ...headers, 'if-range': '"abc"' })).toEqual(range(0, 9))
  expect(resolve({ ...headers, 'if-range': modified.toUTCString() })).toEqual(range(0, 9))
  for (const other of ['"xyz"', 'W/"abc"', new Date(0).toUTCString()])
    expect(resolve({ ...headers, 'if-range': other })).toEqual({ kind: 'whole' })
})

test('If-None-Match: a matching ETag sends no bytes', () => {
  for (const tag of ['"abc"', 'W/"abc"', '"x", "abc"', '*'])
    expect(resolve({ 'if-none-match': tag, range: 'bytes=0-9' })).toEqual({ kind: 'not-modified' })
  expect(resolve({ 'if-none-match': '"x"' })).toEqual({ kind: 'whole' })
})
