import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { CannotStart } from '#server/errors.ts'
import { UploadRefused } from './incoming-upload.ts'
import { isLocalDisk, type LocalDisk, openLocalDisk } from './local-disk.ts'
import { testObjectStore } from './object-store.contract.ts'
import { NoSpaceLeft, StoreUnavailable } from './object-store.ts'

const maxBytes = 20 * 1024 * 1024
const minute = { expiresInSeconds: 60 }
const asAudio = { contentType: 'audio/mpeg' }

/** The least HTTP server that takes uploads: what the real one does with `receive`, and its statuses. */
const server = createServer((request, response) => void receive(request, response))
let publicUrl: string
let directory: string
let disk: LocalDisk

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', publicUrl)
  const length = request.headers['content-length']
  try {
    await disk.receive({
      key: url.pathname.replace('/api/objects/upload/', ''),
      expires: url.searchParams.get('expires') ?? '',
      signature: url.searchParams.get('signature') ?? '',
      body: request,
      contentLength: length === undefined ? undefined : Number(length),
      maxBytes,
    })
    response.writeHead(200).end()
  } catch (error) {
    response.writeHead(statusOf(error)).end()
    request.resume()
  }
}

function statusOf(error: unknown): number {
  if (error instanceof NoSpaceLeft) return 507
  if (!(error instanceof UploadRefused)) return 500
  return error.reason === 'too-large' ? 413 : error.reason === 'incomplete' ? 400 : 403
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  directory = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
  disk = await openLocalDisk({ directory, publicUrl, secret: 'a secret' })
})
afterAll(async () => {
  await disk.close()
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true })
})

testObjectStore('the disk store', () => openLocalDisk({ directory, publicUrl, secret: 'a secret' }))

describe('receiving an upload', () => {
  afterEach(async () => {
    vi.restoreAllMocks()
    expect(await temporaryFiles(), 'temporary files').toEqual([])
  })

  test('exactly as much as is allowed', async () => {
    const key = newUpload()
    expect(await send(key, Buffer.alloc(maxBytes))).toBe(200)
    expect(await disk.facts(key)).toMatchObject({ size: maxBytes })
    await disk.remove(key)
  })

  test('one byte more is too large, by what the sender says', async () => {
    const key = newUpload()
    expect(await send(key, Buffer.alloc(maxBytes + 1))).toBe(413)
    expect(await disk.facts(key)).toBeUndefined()
  })

  test('one byte more is too large, whatever the sender says', async () => {
    const key = newUpload()
    const chunks = [Buffer.alloc(maxBytes), Buffer.alloc(1)]
    expect(await sendWithoutLength(key, chunks)).toBe(413)
    const lying = { ...(await signed(key)), body: Readable.from(chunks), contentLength: 5 }
    await expect(disk.receive({ ...lying, maxBytes })).rejects.toMatchObject({
      reason: 'too-large',
    })
    expect(await disk.facts(key)).toBeUndefined()
  })

  test('fewer bytes than the sender said are an upload broken off', async () => {
    const key = newUpload()
    const upload = { ...(await signed(key)), body: Readable.from([Buffer.alloc(5)]), maxBytes }
    await expect(disk.receive({ ...upload, contentLength: 6 })).rejects.toMatchObject({
      reason: 'incomplete',
    })
    expect(await disk.facts(key)).toBeUndefined()
  })

  test('100 uploads that break off leave no file behind, open or on the disk', async () => {
    const openBefore = await openFileCount()
    const aborted = Array.from({ length: 100 }, () => sendAndBreakOff(newUpload()))
    await Promise.all(aborted)
    await vi.waitFor(async () => expect(await temporaryFiles()).toEqual([]))
    expect(await keysAt('uploads/')).toEqual([])
    await vi.waitFor(async () => expect(await openFileCount()).toBeLessThan(openBefore + 20))
  })

  test('a full disk is told as such, and reading goes on', async () => {
    await disk.write('audio/kept', Buffer.from('still here'), asAudio)
    const key = newUpload()
    const handle = await open(path.join(directory, 'probe'), 'w')
    const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })
    vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(full)
    await handle.close()

    expect(await send(key, Buffer.alloc(200_000))).toBe(507)
    const writing = disk.write('audio/more', Buffer.from('x'), asAudio)
    await expect(writing).rejects.toThrow('The object store has no room left.')
    expect(await disk.facts(key)).toBeUndefined()
    expect(await textAt('audio/kept')).toBe('still here')
    await disk.check()
  })

  test('a signature for one key opens no other part of the store', async () => {
    await disk.write('audio/sealed', Buffer.from('sealed'), asAudio)
    const stranger = await openLocalDisk({ directory, publicUrl, secret: 'another secret' })
    const foreign = new URL(await stranger.uploadAddress('uploads/x', minute)).searchParams
    await stranger.close()
    for (const key of ['audio/sealed', 'uploads/../audio/sealed', 'uploads/x', '.temporary/x']) {
      const [expires, signature] = [foreign.get('expires') ?? '', foreign.get('signature') ?? '']
      const upload = { key, expires, signature, body: Readable.from([Buffer.from('evil')]) }
      await expect(disk.receive({ ...upload, maxBytes })).rejects.toMatchObject({
        reason: 'wrong-address',
      })
    }
    expect(await textAt('audio/sealed')).toBe('sealed')
  })

  test('an address outlives a restart', async () => {
    const key = newUpload()
    const address = await disk.uploadAddress(key, minute)
    const restarted = await openLocalDisk({ directory, publicUrl, secret: 'a secret' })
    const { expires, signature } = partsOf(address)
    const body = Readable.from([Buffer.from('song')])
    await restarted.receive({ key, expires, signature, body, maxBytes })
    expect(await textAt(key)).toBe('song')
    await restarted.close()
  })
})

describe('sending a file', () => {
  test('a range or all of it, again and again, from memory that is used again', async () => {
    const bytes = randomBytes(3_000_000)
    await disk.write('audio/sent', bytes, asAudio)
    const file = await disk.openFile('audio/sent')
    const ranges = [undefined, { start: 10, end: 1_500_000 }, { start: 2_999_999, end: 2_999_999 }]
    await Promise.all(
      [...ranges, ...ranges, ...ranges].map(async (range) => {
        const sink = new PassThrough({ highWaterMark: 1000 })
        const arrived = collect(sink)
        expect(await file?.copyTo(sink, range)).toBe(true)
        sink.end()
        const { start, end } = range ?? { start: 0, end: bytes.length - 1 }
        expect((await arrived).equals(bytes.subarray(start, end + 1))).toBe(true)
      }),
    )
    expect(file?.facts).toEqual(await disk.facts('audio/sent'))
    expect(await readFile(path.join(directory, file?.path ?? ''))).toEqual(bytes)
  })

  test('a listener who goes away ends it quietly', async () => {
    await disk.write('audio/left', Buffer.alloc(3_000_000), asAudio)
    const file = await disk.openFile('audio/left')
    const sink = new PassThrough()
    const sending = file?.copyTo(sink)
    await once(sink, 'readable')
    sink.destroy()
    expect(await sending).toBe(false)
    expect(await file?.copyTo(sink)).toBe(false)
  })

  test('what was removed or replaced meanwhile is not sent as what it was', async () => {
    await disk.write('audio/changing', Buffer.from('one'), asAudio)
    const file = await disk.openFile('audio/changing')
    await disk.write('audio/changing', Buffer.from('two'), asAudio)
    await expect(file?.copyTo(new PassThrough())).rejects.toThrow(StoreUnavailable)
    await disk.remove('audio/changing')
    expect(await disk.openFile('audio/changing')).toBeUndefined()
  })

  test('many files do not stay open for good', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => `images/many-${i}`)
    const own = await openLocalDisk({ directory, publicUrl, secret: 'a secret' })
    const before = await openFileCount()
    for (const key of keys) await own.write(key, Buffer.from(key), asAudio)
    for (const key of keys) expect((await own.openFile(key))?.facts.size).toBe(key.length)
    await vi.waitFor(async () => expect(await openFileCount()).toBeLessThan(before + 270))
    await own.close()
    await vi.waitFor(async () => expect(await openFileCount()).toBeLessThan(before + 10))
  })
})

describe('the folder', () => {
  test('what a killed server left half-written is swept, what is being written is not', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
    await (await openLocalDisk({ directory: own, publicUrl, secret: 's' })).close()
    const [old, fresh] = ['old', 'fresh'].map((name) => path.join(own, '.temporary', name))
    await writeFile(old ?? '', 'half')
    await writeFile(fresh ?? '', 'half')
    const yesterday = new Date(Date.now() - 86_400_000)
    await utimes(old ?? '', yesterday, yesterday)
    await (await openLocalDisk({ directory: own, publicUrl, secret: 's' })).close()
    expect(await readdir(path.join(own, '.temporary'))).toEqual(['fresh'])
    await rm(own, { recursive: true })
  })

  test('the ETag outlives a restart, and changes if somebody changes the file', async () => {
    const { etag } = await disk.write('audio/tagged', Buffer.from('one'), asAudio)
    const restarted = await openLocalDisk({ directory, publicUrl, secret: 'a secret' })
    expect((await restarted.facts('audio/tagged'))?.etag).toBe(etag)
    const file = await restarted.openFile('audio/tagged')
    await appendFile(path.join(directory, file?.path ?? ''), 'more')
    expect((await restarted.facts('audio/tagged'))?.etag).not.toBe(etag)
    await restarted.close()
  })

  test('a folder that cannot be there stops the start with one sentence', async () => {
    const file = path.join(directory, 'a-file')
    await writeFile(file, '')
    const opening = openLocalDisk({ directory: path.join(file, 'x'), publicUrl, secret: 's' })
    await expect(opening).rejects.toThrow(CannotStart)
    await expect(opening).rejects.toThrow(`The folder ${file}/x for files cannot be written.`)
  })

  test('check fails once the folder is gone', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
    const store = await openLocalDisk({ directory: own, publicUrl, secret: 's' })
    await store.check()
    await rm(own, { recursive: true })
    await expect(store.check()).rejects.toThrow(StoreUnavailable)
    await store.close()
  })

  test('it says that it is a disk, and that browsers fetch from our own server', async () => {
    expect(isLocalDisk(disk)).toBe(true)
    expect(disk.origins).toEqual([])
    const options = { ...asAudio, ...minute, forAnybody: true }
    expect(await disk.downloadAddress('audio/x', options)).toBeUndefined()
  })
})

function newUpload(): string {
  return `uploads/${randomUUID()}`
}

function partsOf(address: string) {
  const query = new URL(address).searchParams
  return { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' }
}

async function signed(key: string) {
  return { key, ...partsOf(await disk.uploadAddress(key, minute)) }
}

async function send(key: string, body: Buffer<ArrayBuffer>): Promise<number> {
  const address = await disk.uploadAddress(key, minute)
  return (await fetch(address, { method: 'PUT', body })).status
}

async function sendWithoutLength(key: string, chunks: Buffer[]): Promise<number> {
  const address = await disk.uploadAddress(key, minute)
  const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream
  return (await fetch(address, { method: 'PUT', body, duplex: 'half' })).status
}

async function sendAndBreakOff(key: string): Promise<void> {
  const sending = request(await disk.uploadAddress(key, minute), {
    method: 'PUT',
    headers: { 'content-length': 1_000_000 },
  })
  sending.on('error', () => {})
  await new Promise((resolve) => sending.write(Buffer.alloc(100_000), resolve))
  sending.destroy()
}

async function temporaryFiles(): Promise<string[]> {
  return readdir(path.join(directory, '.temporary'))
}

/** Where the system does not tell how many files are open, there is nothing to compare. */
async function openFileCount(): Promise<number> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    () => 0,
  )
}

async function keysAt(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of disk.list(prefix)) keys.push(key)
  return keys
}

async function textAt(key: string): Promise<string> {
  const stream = await disk.read(key)
  return stream ? (await collect(stream)).toString() : ''
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
