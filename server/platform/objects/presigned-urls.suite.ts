import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import type { ByteRange, ObjectStore } from './object-store.ts'

const asAudio = { contentType: 'audio/mpeg' }
const minute = { expiresInSeconds: 60 }
const uploadOf = (size: number, contentType = 'audio/mpeg') => ({
  ...minute,
  file: { size, contentType },
})

export function testPresignedUploadUrls(get: () => ObjectStore): void {
  test('a file PUT to a presigned URL is stored byte for byte, whatever its content type', async () => {
    const key = newKey('uploads')
    const bytes = randomBytes(300_000)
    const url = await get().presignedUploadUrl(key, uploadOf(bytes.length, 'audio/x-anything'))
    expect(await put(url, bytes, 'audio/x-anything')).toBe(200)
    expect(await bytesAt(get(), key)).toEqual(bytes)
  })

  test('a presigned URL contains its key, and no other URL does', async () => {
    const key = newKey('uploads')
    const url = await get().presignedUploadUrl(key, uploadOf(4))
    const { origin, pathname } = new URL(url)
    expect(get().keyFromUploadUrl(url)).toBe(key)
    expect(get().keyFromUploadUrl(origin + pathname)).toBe(key)
    const others = [
      `http://169.254.169.254${pathname}`,
      url.replace('http://', 'file://'),
      url.replace('http://', 'https://'),
      url.replace('http://', 'http://user@'),
      url.replace('uploads/', 'audio/'),
      url.replace('uploads/', 'uploads/../audio/'),
      url.replace('uploads/', 'uploads/%2e%2e/audio/'),
      `${origin}/${key}`,
      key,
      '',
    ]
    for (const other of others) expect(get().keyFromUploadUrl(other), other).toBeUndefined()
  })

  test('only upload keys get a presigned URL', async () => {
    await expect(get().presignedUploadUrl(newKey('audio'), minute)).rejects.toThrow(TypeError)
    await expect(get().presignedUploadUrl('uploads/../audio/x', minute)).rejects.toThrow(TypeError)
  })

  test('a tampered presigned URL is rejected and writes nothing', async () => {
    const key = newKey('uploads')
    const otherKey = newKey('uploads')
    const url = await get().presignedUploadUrl(key, uploadOf(4))
    const otherUrl = await get().presignedUploadUrl(otherKey, uploadOf(4))
    const otherSignature = new URL(otherUrl).searchParams
    const changed = [
      url.replace(key, otherKey),
      url.replace(/(ignature=)[^&]+/, `$1${'a'.repeat(64)}`),
      url.replace(/(ignature=)[^&]+/, `$1${find(otherSignature, /signature$/i)}`),
      url.replace(/([Ee]xpires=)(\d+)/, (_, name, seconds) => `${name}${Number(seconds) + 60}`),
    ]
    for (const wrong of changed) {
      expect(wrong).not.toBe(url)
      expect(await put(wrong, Buffer.from('evil')), wrong).toBe(403)
    }
    expect(await put(url.split('?')[0] ?? '', Buffer.from('evil'))).toBeOneOf([400, 403])
    expect(await get().stat(key)).toBeUndefined()
    expect(await get().stat(otherKey)).toBeUndefined()
  })

  test('an expired presigned URL is rejected', async () => {
    const key = newKey('uploads')
    const url = await get().presignedUploadUrl(key, { ...uploadOf(4), expiresInSeconds: 1 })
    await vi.waitFor(async () => expect(await put(url, Buffer.from('late'))).toBe(403), {
      timeout: 10_000,
      interval: 200,
    })
    await get().remove(key)
    expect(await put(url, Buffer.from('late'))).toBe(403)
    expect(await get().stat(key)).toBeUndefined()
  })

  test('after a move the presigned URL cannot change the object', async () => {
    const [from, to] = [newKey('uploads'), newKey('audio')]
    const url = await get().presignedUploadUrl(from, uploadOf(8))
    await put(url, Buffer.from('the song'))
    expect(await get().move(from, to, asAudio)).toBe(true)
    expect(await get().stat(from)).toBeUndefined()
    const moved = await get().stat(to)
    await put(url, Buffer.from('evilsong'))
    expect(await get().stat(to)).toEqual(moved)
    expect(await bytesAt(get(), to)).toEqual(Buffer.from('the song'))
    await get().remove(from)
  })

  test('an aborted upload leaves nothing behind', async () => {
    const key = newKey('uploads')
    const size = 10 * 1024 * 1024
    const url = await get().presignedUploadUrl(key, uploadOf(size))
    const headers = { 'content-length': size, 'content-type': 'audio/mpeg' }
    const sending = request(url, { method: 'PUT', headers })
    sending.on('error', () => {})
    for (let sent = 0; sent < size / 2; sent += 256 * 1024)
      if (!sending.write(new Uint8Array(256 * 1024))) await once(sending, 'drain')
    sending.destroy()
    await new Promise((resolve) => sending.once('close', resolve))
    expect(await get().stat(key)).toBeUndefined()
    expect(await keysAt(get(), key)).toEqual([])
  })
}

async function put(url: string, body: Buffer<ArrayBuffer>, type = 'audio/mpeg'): Promise<number> {
  const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })
  await response.arrayBuffer()
  return response.status
}

function find(query: URLSearchParams, name: RegExp): string {
  for (const [key, value] of query) if (name.test(key)) return value
  return ''
}

export function newKey(folder: string): string {
  return `${folder}/${randomUUID()}`
}

export async function bytesAt(store: ObjectStore, key: string, range?: ByteRange) {
  const stream = await store.read(key, range)
  return stream && (await buffer(stream))
}

export async function keysAt(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}
