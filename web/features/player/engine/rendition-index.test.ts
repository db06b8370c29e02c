import { expect, test } from 'vitest'
import { parseRenditionIndex } from './rendition-index.ts'

const u32 = (...values: number[]) =>
  values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255))
const box = (type: string, content: number[]) => [
  ...u32(content.length + 8),
  ...[...type].map((letter) => letter.charCodeAt(0)),
  ...content,
]

const frames = 44_100 * 15
const header = [
  ...box('ftyp', []),
  ...box('moov', [
    ...box('mvhd', u32(0, 0, 0, 44_100, frames)),
    ...box('trak', box('edts', box('elst', u32(0, 1, frames, 4096, 0x10000)))),
  ]),
  ...box('sidx', [
    ...u32(0, 1, 44_100, 0, 0),
    ...[0, 0, 0, 2],
    ...u32(160_000, 441_000, 0x90000000),
    ...u32(80_000, 220_500, 0x90000000),
  ]),
]

test('rendition index: it has the exact duration, and the time and offset of each fragment', () => {
  expect(parseRenditionIndex(Uint8Array.from([...header, 1, 2, 3]))).toEqual({
    duration: 15,
    headerBytes: header.length,
    bytes: header.length + 240_000,
    fragments: [
      { start: 0, from: header.length },
      { start: 10, from: header.length + 160_000 },
    ],
  })
})

test('rendition index: files of another kind and truncated headers have none', () => {
  const truncated = header.slice(0, header.length - 1)
  for (const bytes of [[], [1, 2, 3], truncated, box('moov', []), [...u32(4), ...header]])
    expect(parseRenditionIndex(Uint8Array.from(bytes))).toBeNull()
})
