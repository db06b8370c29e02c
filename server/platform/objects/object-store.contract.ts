import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ObjectStore } from './object-store.ts'

const MiB = 1024 * 1024
const asAudio = { contentType: 'audio/mpeg' }
const minute = { expiresInSeconds: 60 }

/** What every object store does. `open` gives one whose upload addresses answer over HTTP. */
export function testObjectStore(name: string, open: () => Promise<ObjectStore>): void {
  describe(name, () => {
    let store: ObjectStore
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store?.close())
    const get = () => store

    describe('objects', () => testObjects(get))
    describe('upload addresses', () => testUploadAddresses(get))
    describe('large objects', () => testLargeObjects(get))
  })
}

function testObjects(get: () => ObjectStore): void {
  test('what is written is read back, with its size and a lasting strong ETag', async () => {
    const key = newKey('audio')
    const bytes = randomBytes(100_000)
    const written = await get().write(key, bytes, asAudio)
    expect(written).toMatchObject({ size: bytes.length, etag: expect.stringMatching(/^"[^"]+"$/) })
    expect(await get().facts(key)).toEqual(written)
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
  ])('a range: %s', async (_, range) => {
    const key = newKey('audio')
    const bytes = randomBytes(100_000)
    await get().write(key, bytes, asAudio)
    expect(await bytesAt(get(), key, range)).toEqual(bytes.subarray(range.start, range.end + 1))
  })

  test('an empty object is there', async () => {
    const key = newKey('audio')
    await get().write(key, new Uint8Array(), asAudio)
    expect(await get().facts(key)).toMatchObject({ size: 0 })
    expect(await bytesAt(get(), key)).toEqual(Buffer.alloc(0))
  })

  test('what is missing is undefined, and removing it is no error', async () => {
    const key = newKey('audio')
    expect(await get().facts(key)).toBeUndefined()
    expect(await get().read(key)).toBeUndefined()
    expect(await get().move(key, newKey('audio'), asAudio)).toBe(false)
    await get().write(key, Buffer.from('x'), asAudio)
    await get().remove(key)
    await get().remove(key)
    expect(await get().facts(key)).toBeUndefined()
    expect(await get().read(key)).toBeUndefined()
  })

  test('list finds what begins so, and nothing else', async () => {
    const area = `area-${randomUUID()}`
    const keys = ['a/one.mp3', 'a/two.mp3', 'ab.mp3', 'b/one.mp3'].map((rest) => `${area}/${rest}`)
    for (const key of keys) await get().write(key, Buffer.from('four'), asAudio)
    await get().write(`${area}x/other.mp3`, Buffer.from('four'), asAudio)
    expect(await keysAt(get(), `${area}/`)).toEqual(keys)
    expect(await keysAt(get(), `${area}/a/`)).toEqual(keys.slice(0, 2))
    expect(await keysAt(get(), `${area}/a`)).toEqual(keys.slice(0, 3))
    expect(await keysAt(get(), `${area}/none`)).toEqual([])
    for await (const found of get().list(`${area}/b/`)) {
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
  ])('the key %j is refused', async (key) => {
    const store = get()
    const good = newKey('audio')
    await expect(store.facts(key)).rejects.toThrow(TypeError)
    await expect(store.read(key)).rejects.toThrow(TypeError)
    await expect(store.write(key, Buffer.from('x'), asAudio)).rejects.toThrow(TypeError)
    await expect(store.remove(key)).rejects.toThrow(TypeError)
    await expect(store.move(key, good, asAudio)).rejects.toThrow(TypeError)
    await expect(store.move(good, key, asAudio)).rejects.toThrow(TypeError)
  })

  test('a stream that holds less or more than it said leaves nothing behind', async () => {
    const key = newKey('audio')
    const short = { stream: Readable.from([Buffer.alloc(10)]), size: 11 }
    await expect(get().write(key, short, asAudio)).rejects.toThrow(RangeError)
    const long = { stream: Readable.from([Buffer.alloc(10), Buffer.alloc(10)]), size: 11 }
    await expect(get().write(key, long, asAudio)).rejects.toThrow(RangeError)
    expect(await get().facts(key)).toBeUndefined()
  })

  test('a stream that breaks leaves nothing behind, and its own error is told', async () => {
    const key = newKey('audio')
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(MiB)
        throw new Error('the source broke')
      })(),
    )
    const body = { stream: breaking, size: 2 * MiB }
    await expect(get().write(key, body, asAudio)).rejects.toThrow('the source broke')
    expect(await get().facts(key)).toBeUndefined()
  })

  test('a reader that stops early does no harm', async () => {
    const key = newKey('audio')
    const bytes = randomBytes(3 * MiB)
    await get().write(key, bytes, asAudio)
    const unread = await get().read(key)
    unread?.destroy()
    const stream = await get().read(key)
    for await (const _ of stream ?? []) break
    expect(await bytesAt(get(), key)).toEqual(bytes)
  })

  test('check is content', () => get().check())
}

function testUploadAddresses(get: () => ObjectStore): void {
  test('a browser PUTs a file under its own content type, and it is kept byte for byte', async () => {
    const key = newKey('uploads')
    const address = await get().uploadAddress(key, minute)
    const bytes = randomBytes(300_000)
    expect(await put(address, bytes, 'audio/x-anything')).toBe(200)
    expect(await bytesAt(get(), key)).toEqual(bytes)
  })

  test('an address tells its key, and another address tells none', async () => {
    const key = newKey('uploads')
    const address = await get().uploadAddress(key, minute)
    const { origin, pathname } = new URL(address)
    expect(get().keyOfUploadAddress(address)).toBe(key)
    expect(get().keyOfUploadAddress(origin + pathname)).toBe(key)
    const others = [
      `http://169.254.169.254${pathname}`,
      address.replace('http://', 'file://'),
      address.replace('http://', 'https://'),
      address.replace('http://', 'http://user@'),
      address.replace('uploads/', 'audio/'),
      address.replace('uploads/', 'uploads/../audio/'),
      address.replace('uploads/', 'uploads/%2e%2e/audio/'),
      `${origin}/${key}`,
      key,
      '',
    ]
    for (const other of others) expect(get().keyOfUploadAddress(other), other).toBeUndefined()
  })

  test('only keys for uploads get an address', async () => {
    await expect(get().uploadAddress(newKey('audio'), minute)).rejects.toThrow(TypeError)
    await expect(get().uploadAddress('uploads/../audio/x', minute)).rejects.toThrow(TypeError)
  })

  test('a changed address is refused, and nothing is written', async () => {
    const key = newKey('uploads')
    const otherKey = newKey('uploads')
    const address = await get().uploadAddress(key, minute)
    const otherSignature = new URL(await get().uploadAddress(otherKey, minute)).searchParams
    const changed = [
      address.replace(key, otherKey),
      address.replace(/(ignature=)[^&]+/, `$1${'a'.repeat(64)}`),
      address.replace(/(ignature=)[^&]+/, `$1${find(otherSignature, /signature$/i)}`),
      address.replace(/([Ee]xpires=)(\d+)/, (_, name, seconds) => `${name}${Number(seconds) + 60}`),
    ]
    for (const wrong of changed) {
      expect(wrong).not.toBe(address)
      expect(await put(wrong, Buffer.from('evil')), wrong).toBe(403)
    }
    expect(await put(address.split('?')[0] ?? '', Buffer.from('evil'))).toBeOneOf([400, 403])
    expect(await get().facts(key)).toBeUndefined()
    expect(await get().facts(otherKey)).toBeUndefined()
  })

  test('an expired address is refused', async () => {
    const key = newKey('uploads')
    const address = await get().uploadAddress(key, { expiresInSeconds: 1 })
    await vi.waitFor(async () => expect(await put(address, Buffer.from('late'))).toBe(403), {
      timeout: 5000,
      interval: 200,
    })
    await get().remove(key)
    expect(await put(address, Buffer.from('late'))).toBe(403)
    expect(await get().facts(key)).toBeUndefined()
  })

  test('after the move the old address cannot change what is served', async () => {
    const [from, to] = [newKey('uploads'), newKey('audio')]
    const address = await get().uploadAddress(from, minute)
    await put(address, Buffer.from('the song'))
    expect(await get().move(from, to, asAudio)).toBe(true)
    expect(await get().facts(from)).toBeUndefined()
    const sealed = await get().facts(to)
    await put(address, Buffer.from('something else'))
    expect(await get().facts(to)).toEqual(sealed)
    expect(await bytesAt(get(), to)).toEqual(Buffer.from('the song'))
    await get().remove(from)
  })

  test('an upload that breaks off leaves nothing behind', async () => {
    const key = newKey('uploads')
    const address = await get().uploadAddress(key, minute)
    const stop = new AbortController()
    let pulls = 0
    const endless = new ReadableStream({
      pull(controller) {
        if (pulls++ < 20) controller.enqueue(new Uint8Array(256 * 1024))
        else stop.abort()
      },
    })
    const sending = fetch(address, {
      method: 'PUT',
      body: endless,
      duplex: 'half',
      signal: stop.signal,
    })
    await expect(sending).rejects.toThrow()
    expect(await get().facts(key)).toBeUndefined()
    expect(await keysAt(get(), key)).toEqual([])
  })
}

function testLargeObjects(get: () => ObjectStore): void {
  test('100 MB go in and out as a stream while memory stays flat', {
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
    const facts = await get().write(key, { stream: Readable.from(source()), size }, asAudio)
    expect(facts.size).toBe(size)

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

function newKey(area: string): string {
  return `${area}/${randomUUID()}`
}

async function bytesAt(store: ObjectStore, key: string, range?: { start: number; end: number }) {
  const stream = await store.read(key, range)
  return stream && (await buffer(stream))
}

async function keysAt(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}

async function put(
  address: string,
  body: Buffer<ArrayBuffer>,
  type = 'audio/mpeg',
): Promise<number> {
  const answer = await fetch(address, { method: 'PUT', body, headers: { 'content-type': type } })
  await answer.arrayBuffer()
  return answer.status
}

function find(query: URLSearchParams, name: RegExp): string {
  for (const [key, value] of query) if (name.test(key)) return value
  return ''
}
