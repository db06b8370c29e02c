import { beforeEach, expect, test, vi } from 'vitest'
import { type BlockCache, createBlockCache } from './block-cache.ts'

const block = 512 * 1024
const size = 2 * block + 100
/** A file may take a quarter of it. */
const most = 10 * block
const contents = Buffer.from(Array.from({ length: size }, (_, index) => index % 251))
const read = vi.fn(async (start: number, length: number) =>
  contents.subarray(start, start + length),
)
let hot: BlockCache

beforeEach(() => {
  read.mockClear()
  hot = createBlockCache({ mostBytes: most, idleMs: 10_000 })
  vi.useRealTimers()
})

const from = (owner: object, position: number) => hot.from(owner, position, size, read)

test('a block is kept when it is asked for a second time, and then read no more', async () => {
  const file = {}
  expect(await from(file, 10)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
  expect(await from(file, 10)).toEqual(contents.subarray(10, block))
  expect(await from(file, 500)).toEqual(contents.subarray(500, block))
  expect(read).toHaveBeenCalledTimes(1)
  expect(hot.bytesKept()).toBe(block)
})

test('the last block is as long as the file has it', async () => {
  const file = {}
  await from(file, 2 * block)
  expect(await from(file, 2 * block + 60)).toEqual(contents.subarray(2 * block + 60))
})

test('what does not fit stays out until something has not been used for a while', async () => {
  vi.useFakeTimers()
  const [old, late, ...others] = Array.from({ length: 11 }, () => ({}))
  if (!old || !late) throw new Error('too few files')
  for (const file of [old, ...others]) for (const _ of 'ab') await from(file, 0)
  await from(late, 0)
  expect(await from(late, 0)).toBeUndefined()
  vi.advanceTimersByTime(6_000)
  for (const file of others) await from(file, 0)
  vi.advanceTimersByTime(6_000)
  expect(await from(late, 0)).toEqual(contents.subarray(0, block))
  expect(hot.bytesKept()).toBe(most)
  read.mockClear()
  for (const file of [late, ...others, old]) await from(file, 0)
  expect(read).not.toHaveBeenCalled()
})

test('readers who come together keep it once; what is closed is forgotten', async () => {
  const file = {}
  await from(file, 0)
  await Promise.all([from(file, 0), from(file, 0), from(file, 0)])
  expect(read).toHaveBeenCalledTimes(1)
  expect(hot.bytesKept()).toBe(block)
  hot.forget(file)
  expect(hot.bytesKept()).toBe(0)
  expect(await from(file, 0)).toBeUndefined()
})

test('a file that has become shorter is left to whoever reads it', async () => {
  const file = {}
  await from(file, 0)
  read.mockResolvedValueOnce(Buffer.alloc(5))
  expect(await from(file, 0)).toBeUndefined()
  expect(hot.bytesKept()).toBe(0)
  await from(file, 0)
  read.mockRejectedValueOnce(new Error('EIO'))
  expect(await Promise.all([from(file, 0), from(file, 0)])).toEqual([undefined, undefined])
  expect(hot.bytesKept()).toBe(0)
})

test('a file that is large beside the memory is not kept', async () => {
  const file = {}
  for (const _ of 'abc') expect(await hot.from(file, 0, most / 4 + 1, read)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
})
