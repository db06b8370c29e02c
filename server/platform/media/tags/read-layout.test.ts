import { expect, test } from 'vitest'
import {
  infoChunks,
  manyCommentsFlac,
  manyTagsMp3,
  wavWithChunk,
} from '#server/testing/hostile-files.ts'
import { emptyCommentsOpus, emptyPagesOpus, manyItemsM4a } from '#server/testing/hostile-tags.ts'
import { fixture } from '#server/testing/sample-files.ts'
import type { AudioFormat } from '../audio-formats.ts'
import { maxElements, maxOggHeaderBytes, parseLayout } from './layout.ts'
import { type TaggedFile, withElementLimit } from './read/elements.ts'
import { readFlac } from './read/flac.ts'
import { readMp3 } from './read/mp3.ts'
import { readMp4 } from './read/mp4.ts'
import { readOgg } from './read/ogg.ts'
import { readWav } from './read/wav.ts'
import { readLayout } from './read-layout.ts'

const fileOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
})

const many = maxElements + 1
const tooMany = 'The file has too many elements of metadata.'
const manyTexts = () => wavWithChunk('LIST', Buffer.concat([Buffer.from('INFO'), infoChunks(many)]))

type Hostile = [string, AudioFormat, (file: TaggedFile) => Promise<unknown>, () => Buffer, string]
const hostile: Hostile[] = [
  ['an Opus file with too many comments', 'ogg', readOgg, () => emptyCommentsOpus(many), tooMany],
  [
    'an Opus file with pages without segments',
    'ogg',
    readOgg,
    () => emptyPagesOpus(1),
    'A page of headers is empty.',
  ],
  ['a FLAC with too many comments', 'flac', readFlac, () => manyCommentsFlac(many), tooMany],
  ['an M4A with too many items', 'm4a', readMp4, () => manyItemsM4a(many), tooMany],
  [
    'an M4A with too many boxes beside its items',
    'm4a',
    readMp4,
    () => manyItemsM4a(many, 'user data'),
    tooMany,
  ],
  ['a WAV with too many texts', 'wav', readWav, manyTexts, tooMany],
  ['an MP3 with too many frames', 'mp3', readMp3, manyTagsMp3, tooMany],
]

test.each(hostile)('tag layout: %s is not read, and stays as it is', async (...row) => {
  const [, format, read, make, message] = row
  const file = fileOf(make())
  await expect(read(withElementLimit(file))).rejects.toThrow(message)
  expect(await readLayout(format, file)).toEqual({ format: 'unchanged' })
})

test('tag layout: one that would be too long to be stored is none', async () => {
  const formatOf = async (comments: number) =>
    (await readLayout('ogg', fileOf(emptyCommentsOpus(comments)))).format
  expect([await formatOf(900), await formatOf(1100)]).toEqual(['ogg', 'unchanged'])
})

/** What a compromised process could return. */
const range = { start: 0, end: 1000 }
const elements = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ parts: [{ start: index, end: index + 1 }] }))
const malformed: [string, unknown][] = [
  ['ranges that together are longer than the file', [{ parts: [range] }, { parts: [range] }]],
  ['a range outside the file', [{ parts: [{ start: 900, end: 1001 }] }]],
  ['a range that ends before it starts', [{ parts: [{ start: 10, end: 9 }] }]],
  ['more ranges than a download may read', elements(64)],
  ['bytes that are not in base64', [{ parts: ['***'] }]],
  ['a field that does not exist', [{ field: 'owner', parts: [] }]],
]

test.each(malformed)('tag layout: one with %s is refused', (_, frames) => {
  const layout = { format: 'mp3', frames, audio: { start: 0, end: 0 } }
  expect(parseLayout({ ...layout, frames: elements(63) }, 1000)).toBeDefined()
  expect(parseLayout(layout, 1000)).toBeUndefined()
})

test('tag layout: free space that is shorter than its own header is refused', () => {
  const empty = { start: 0, end: 0 }
  const lists = { movie: [], userData: [], items: [] }
  const withGap = (gap: number) =>
    parseLayout({ format: 'm4a', before: empty, gap, after: empty, ...lists }, 1000)
  expect([0, 8].map(withGap)).not.toContain(undefined)
  expect([-1, 1, 7].map(withGap)).toEqual([undefined, undefined, undefined])
})

test('tag layout: headers of an Ogg file that are too long for the memory are refused', () => {
  const size = 100 * 1024 * 1024
  const withHeaders = (comments: number, others: number) => {
    const upTo = (end: number) => [{ start: 0, end }]
    return parseLayout(
      {
        ...{ format: 'ogg', codec: 'opus', serial: 1, number: 1, pages: 1, vendor: '' },
        ...{ first: { start: 0, end: 0 }, audio: { start: 0, end: 0 } },
        comments: [{ parts: upTo(comments) }],
        packets: [upTo(others)],
      },
      size,
    )
  }
  const half = maxOggHeaderBytes / 2
  expect(withHeaders(half, half)).toBeDefined()
  expect(withHeaders(half, half + 1)).toBeUndefined()
  expect(withHeaders(size, 0)).toBeUndefined()
})

test('tag layout: that of an ordinary file is short', async () => {
  for (const [name, format] of [
    ['tone.mp3', 'mp3'],
    ['tone.flac', 'flac'],
    ['tone.m4a', 'm4a'],
    ['tone.opus', 'ogg'],
    ['tone.wav', 'wav'],
  ] as const) {
    const layout = await readLayout(format, fileOf(fixture(name)))
    expect(layout.format).toBe(format)
    expect(JSON.stringify(layout).length).toBeLessThan(2000)
  }
})
