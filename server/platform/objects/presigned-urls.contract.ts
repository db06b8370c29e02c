import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { bytesAt, keysAt, newKey } from './object-access.contract.ts'
import type { ObjectStore } from './object-store.ts'

const asAudio = { contentType: 'audio/mpeg' }
const minute = { expiresInSeconds: 60 }

export function testPresignedUploadUrls(get: () => ObjectStore): void {
  test('a browser PUTs a file under its own content type, and it is kept byte for byte', async () => {
    const key = newKey('uploads')
    const address = await get().presignedUploadUrl(key, minute)
    const bytes = randomBytes(300_000)
    expect(await put(address, bytes, 'audio/x-anything')).toBe(200)
    expect(await bytesAt(get(), key)).toEqual(bytes)
  })

  test('an address tells its key, and another address tells none', async () => {
    const key = newKey('uploads')
    const address = await get().presignedUploadUrl(key, minute)
    const { origin, pathname } = new URL(address)
    expect(get().keyFromUploadUrl(address)).toBe(key)
    expect(get().keyFromUploadUrl(origin + pathname)).toBe(key)
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
    for (const other of others) expect(get().keyFromUploadUrl(other), other).toBeUndefined()
  })

  test('only keys for uploads get an address', async () => {
    await expect(get().presignedUploadUrl(newKey('audio'), minute)).rejects.toThrow(TypeError)
    await expect(get().presignedUploadUrl('uploads/../audio/x', minute)).rejects.toThrow(TypeError)
  })

  test('a changed address is refused, and nothing is written', async () => {
    const key = newKey('uploads')
    const otherKey = newKey('uploads')
    const address = await get().presignedUploadUrl(key, minute)
    const otherSignature = new URL(await get().presignedUploadUrl(otherKey, minute)).searchParams
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
    expect(await get().stat(key)).toBeUndefined()
    expect(await get().stat(otherKey)).toBeUndefined()
  })

  test('an expired address is refused', async () => {
    const key = newKey('uploads')
    const address = await get().presignedUploadUrl(key, { expiresInSeconds: 1 })
    await vi.waitFor(async () => expect(await put(address, Buffer.from('late'))).toBe(403), {
      timeout: 10_000,
      interval: 200,
    })
    await get().remove(key)
    expect(await put(address, Buffer.from('late'))).toBe(403)
    expect(await get().stat(key)).toBeUndefined()
  })

  test('after the move the old address cannot change what is served', async () => {
    const [from, to] = [newKey('uploads'), newKey('audio')]
    const address = await get().presignedUploadUrl(from, minute)
    await put(address, Buffer.from('the song'))
    expect(await get().move(from, to, asAudio)).toBe(true)
    expect(await get().stat(from)).toBeUndefined()
    const sealed = await get().stat(to)
    await put(address, Buffer.from('something else'))
    expect(await get().stat(to)).toEqual(sealed)
    expect(await bytesAt(get(), to)).toEqual(Buffer.from('the song'))
    await get().remove(from)
  })

  test('an upload that breaks off leaves nothing behind', async () => {
    const key = newKey('uploads')
    const address = await get().presignedUploadUrl(key, minute)
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
    expect(await get().stat(key)).toBeUndefined()
    expect(await keysAt(get(), key)).toEqual([])
  })
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
