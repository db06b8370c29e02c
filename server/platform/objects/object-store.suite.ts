import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ObjectStore } from './object-store.ts'
import { bytesAt, keysAt, newKey, testPresignedUploadUrls } from './presigned-urls.suite.ts'

const MiB = 1024 * 1024
const asAudio = { contentType: 'audio/mpeg' }

/** Tests for every object store. `open` returns one whose presigned URLs work over HTTP. */
export function testObjectStore(name: string, open: () => Promise<ObjectStore>): void {
  describe(name, () => {
    let store: ObjectStore
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store?.close())
    const get = () => store

    describe('objects', () => testObjects(get))
    describe('presigned upload URLs', () => testPresignedUploadUrls(get))
    describe('large objects', () => testLargeObjects(get))
  })
}

function testObjects(get: () => ObjectStore): void {
  test('a written object is read back, with its size and a stable strong ETag', async () => {
    const key = newKey('audio')
    const bytes = randomBytes(100_000)
    const written = await get().write(key, bytes, asAudio)
    expect(written).toMatchObject({ size: bytes.length, etag: expect.stringMatching(/^"[^"]+"$/) })
    expect(await get().stat(key)).toEqual(written)
    expect(await bytesAt(get(), key)).toEqual(bytes)
  })

  test('a second write replaces the first, and the ETag changes', async () => {
    const key = newKey('audio')
    const first = await get().write(key, Buffer.from('one'), asAudio)
    expect(await bytesAt(get(), key)).toEqual(Buffer.from('one'))
    const second = await get().write(key, Buffer.from('two'), asAudio)
    expect(await bytesAt(get(), key)).toEqual(Buffer.from('two'))
    expect(second.etag).not.toBe(first.etag)
  })

  test.each([
    ['the first bytes', { start: 0, end: 9 }],
    ['the middle', { start: 1000, end: 70_000 }],
    ['the last byte', { start: 99_999, end: 99_999 }],
    ['more than there is', { start: 99_000, end: 1_000_000 }],
    ['past the end', { start: 100_000, end: 100_001 }],
  ])('reading a range returns %s', async (_, range) => {
    const key = newKey('audio')
    const bytes = randomBytes(100_000)
    await get().write(key, bytes, asAudio)
    expect(await bytesAt(get(), key, range)).toEqual(bytes.subarray(range.start, range.end + 1))
  })

  test('an empty object exists', async () => {
    const key = newKey('audio')
    await get().write(key, new Uint8Array(), asAudio)
    expect(await get().stat(key)).toMatchObject({ size: 0 })
    expect(await bytesAt(get(), key)).toEqual(Buffer.alloc(0))
  })

  test('a missing object is undefined, and removing it is no error', async () => {
    const key = newKey('audio')
    expect(await get().stat(key)).toBeUndefined()
    expect(await get().read(key)).toBeUndefined()
    expect(await get().move(key, newKey('audio'), asAudio)).toBe(false)
    expect(await get().copy(key, newKey('audio'), asAudio)).toBe(false)
    await get().write(key, Buffer.from('x'), asAudio)
    await get().remove(key)
    await get().remove(key)
    expect(await get().stat(key)).toBeUndefined()
    expect(await get().read(key)).toBeUndefined()
  })

  test('a copy has the same bytes and remains when the original is removed', async () => {
    const [from, to] = [newKey('audio'), newKey('audio')]
    const bytes = randomBytes(100_000)
    await get().write(from, bytes, asAudio)
    expect(await get().copy(from, to, asAudio)).toBe(true)
    expect(await bytesAt(get(), from)).toEqual(bytes)
    await get().remove(from)
    expect(await get().stat(from)).toBeUndefined()
    expect(await bytesAt(get(), to)).toEqual(bytes)
  })

  test('list returns exactly the keys with the prefix', async () => {
    const folder = `folder-${randomUUID()}`
    const keys = ['a/one.mp3', 'a/two.mp3', 'ab.mp3', 'b/one.mp3'].map(
      (rest) => `${folder}/${rest}`,
    )
    for (const key of keys) await get().write(key, Buffer.from('four'), asAudio)
    await get().write(`${folder}x/other.mp3`, Buffer.from('four'), asAudio)
    expect(await keysAt(get(), `${folder}/`)).toEqual(keys)
    expect(await keysAt(get(), `${folder}/a/`)).toEqual(keys.slice(0, 2))
    expect(await keysAt(get(), `${folder}/a`)).toEqual(keys.slice(0, 3))
    expect(await keysAt(get(), `${folder}/none`)).toEqual([])
    for await (const found of get().list(`${folder}/b/`)) {
      expect(found.size).toBe(4)
      expect(Math.abs(Date.now() - found.modified.getTime())).toBeLessThan(60_000)
    }
  })

  test.each([
    '../etc/passwd',
    'audio/../../x',
    'audio/..',
    'audio/.hidden',
    '/audio/x',
    'audio//x',
    'audio/',
    'audio',
    '',
    'audio/a\0b',
    'audio/A',
    'audio/a b',
    'audio/%2e%2e',
    'audio\\x',
    `audio/${'x'.repeat(200)}`,
  ])('the key %j is rejected', async (key) => {
    const store = get()
    const good = newKey('audio')
    await expect(store.stat(key)).rejects.toThrow(TypeError)
    await expect(store.read(key)).rejects.toThrow(TypeError)
    await expect(store.write(key, Buffer.from('x'), asAudio)).rejects.toThrow(TypeError)
    await expect(store.remove(key)).rejects.toThrow(TypeError)
    await expect(store.move(key, good, asAudio)).rejects.toThrow(TypeError)
    await expect(store.move(good, key, asAudio)).rejects.toThrow(TypeError)
  })

  test('writing a stream with more or fewer bytes than its size fails and leaves nothing', async () => {
    const key = newKey('audio')
    const short = { stream: Readable.from([Buffer.alloc(10)]), size: 11 }
    await expect(get().write(key, short, asAudio)).rejects.toThrow(RangeError)
    const long = { stream: Readable.from([Buffer.alloc(10), Buffer.alloc(10)]), size: 11 }
    await expect(get().write(key, long, asAudio)).rejects.toThrow(RangeError)
    expect(await get().stat(key)).toBeUndefined()
  })

  test('writing a stream that fails leaves nothing and rejects with its error', async () => {
    const key = newKey('audio')
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(MiB)
        throw new Error('the source broke')
      })(),
    )
    const body = { stream: breaking, size: 2 * MiB }
    await expect(get().write(key, body, asAudio)).rejects.toThrow('the source broke')
    expect(await get().stat(key)).toBeUndefined()
  })

  test('a reader that stops early does not affect the next one', async () => {
    const key = newKey('audio')
    const bytes = randomBytes(3 * MiB)
    await get().write(key, bytes, asAudio)
    const unread = await get().read(key)
    unread?.destroy()
    const stream = await get().read(key)
    for await (const _ of stream ?? []) break
    expect(await bytesAt(get(), key)).toEqual(bytes)
  })

  test('check resolves for a working store', () => get().check())
}

function testLargeObjects(get: () => ObjectStore): void {
  test('100 MB are written and read as a stream in bounded memory', {
    timeout: 60_000,
  }, async () => {
    const key = newKey('audio')
    const size = 100 * MiB
    const block = randomBytes(MiB)
    const before = process.memoryUsage.rss()
    let highest = before
    const sent = createHash('sha256')
    const source = function* () {
      for (let i = 0; i < 100; i++) {
        sent.update(block)
        highest = Math.max(highest, process.memoryUsage.rss())
        yield block
      }
    }
    const metadata = await get().write(key, { stream: Readable.from(source()), size }, asAudio)
    expect(metadata.size).toBe(size)

    const received = createHash('sha256')
    for await (const chunk of (await get().read(key)) ?? []) {
      received.update(chunk)
      highest = Math.max(highest, process.memoryUsage.rss())
    }
    expect(received.digest('hex')).toBe(sent.digest('hex'))
    expect(highest - before).toBeLessThan(60 * MiB)
    await get().remove(key)
  })
}
