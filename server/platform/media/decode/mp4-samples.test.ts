import { expect, test } from 'vitest'
import { boxesIn, type Mp4Track } from './mp4-index.ts'
import { samplesOf } from './mp4-samples.ts'

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const box = (type: string, ...content: Buffer[]) => {
  const bytes = Buffer.concat(content)
  return Buffer.concat([int(bytes.length + 8), Buffer.from(type, 'latin1'), bytes])
}
const file = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
})
const countSamples = async (bytes: Buffer, track: Partial<Mp4Track>) => {
  const boxes = [{ type: 'moof', start: 0, end: bytes.length }]
  let count = 0
  for await (const _ of samplesOf(file(bytes), boxes, track as Mp4Track)) count += 1
  return count
}

const most = 2 ** 32 - 1
const none = int(0)

test('MP4 samples: tables that name the same bytes a billion times have no more samples than the file', async () => {
  const chunks = Array.from({ length: 1000 }, () => none)
  const sampleTable = Buffer.concat([
    box('stsz', none, int(1), int(most)),
    box('stco', none, int(chunks.length), ...chunks),
    box('stsc', none, int(1), int(1), int(most), int(1)),
    box('stts', none, int(1), int(most), int(0)),
  ])
  expect(await countSamples(Buffer.alloc(4096), { sampleTable })).toBe(1024)
})

test('MP4 samples: runs of a fragment that begin again and again have no more samples than the file', async () => {
  const run = box('trun', int(0x1), int(most), int(0))
  const runs = Array.from({ length: 100 }, () => run)
  const fragment = box('moof', box('traf', box('tfhd', int(0x10), int(1), int(1)), ...runs))
  const sampleTable = Buffer.alloc(0)
  const count = await countSamples(fragment, { id: 1, sampleTable, fragmentDefaults: undefined })
  expect(count).toBe(Math.floor(fragment.length / 4))
})

test('MP4 boxes: millions of empty ones are rejected instead of listed', () => {
  const boxes = Buffer.concat(Array.from({ length: 100_001 }, () => box('free')))
  expect(() => boxesIn(boxes)).toThrow('too many parts')
})
