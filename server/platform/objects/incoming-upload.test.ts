import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { maxBytes, openDiskWithUploadServer } from '#server/testing/disk-upload-server.ts'
import { needs } from '#server/testing/needs.ts'
import { openLocalDisk } from './local-disk.ts'

const minute = { expiresInSeconds: 60 }
const pollOptions = { timeout: 10_000 }
const asAudio = { contentType: 'audio/mpeg' }
const storage = await openDiskWithUploadServer()
const { disk, directory, uploads } = storage
afterAll(storage.stop)

afterEach(async () => {
  vi.restoreAllMocks()
  expect(await temporaryFiles(), 'temporary files').toEqual([])
})

test('an upload of exactly the maximum size is accepted', async () => {
  const key = newUpload()
  expect(await send(key, Buffer.alloc(maxBytes))).toBe(200)
  expect(await disk.stat(key)).toMatchObject({ size: maxBytes })
  await disk.remove(key)
})

test('an upload with a Content-Length above the maximum is rejected', async () => {
  const key = newUpload()
  expect(await send(key, Buffer.alloc(maxBytes + 1))).toBe(413)
  expect(await disk.stat(key)).toBeUndefined()
})

test('an upload with more bytes than the maximum is rejected, whatever its Content-Length', async () => {
  const key = newUpload()
  const chunks = [Buffer.alloc(maxBytes), Buffer.alloc(1)]
  expect(await sendWithoutLength(key, chunks)).toBe(413)
  const lying = { ...(await signed(key)), body: Readable.from(chunks), contentLength: 5 }
  await expect(disk.receive({ ...lying, maxBytes })).rejects.toMatchObject({
    reason: 'too-large',
  })
  expect(await disk.stat(key)).toBeUndefined()
})

test('an upload with fewer bytes than its Content-Length is incomplete', async () => {
  const key = newUpload()
  const upload = { ...(await signed(key)), body: Readable.from([Buffer.alloc(5)]), maxBytes }
  await expect(disk.receive({ ...upload, contentLength: 6 })).rejects.toMatchObject({
    reason: 'incomplete',
  })
  expect(await disk.stat(key)).toBeUndefined()
})

test('100 aborted uploads leave no file', async () => {
  const keys = await abortUploads(100)
  expect(await Promise.all(keys.map((key) => disk.stat(key)))).toEqual(keys.map(() => undefined))
})

test(
  '100 aborted uploads leave no open descriptor',
  needs(process.platform === 'linux', 'this is not Linux'),
  async () => {
    const openBefore = await openFileCount()
    await abortUploads(100)
    await vi.waitFor(
      async () => expect(await openFileCount()).toBeLessThan(openBefore + 20),
      pollOptions,
    )
  },
)

test('a full disk fails with NoSpaceLeft, and reading still works', async () => {
  await disk.write('audio/stored', Buffer.from('still here'), asAudio)
  const key = newUpload()
  failWithFullDisk('write')
  failWithFullDisk('writev')
  expect(await send(key, Buffer.alloc(200_000))).toBe(507)
  const writing = disk.write('audio/more', Buffer.from('x'), asAudio)
  await expect(writing).rejects.toThrow('The object store has no space left.')
  expect(await disk.stat(key)).toBeUndefined()
  expect(await textAt('audio/stored')).toBe('still here')
  await disk.check()
})

test('a disk on which the last bytes do not fit fails with NoSpaceLeft', async () => {
  failWithFullDisk('fsync')
  const writing = disk.write('audio/large', Buffer.alloc(20 * 1024 ** 2), asAudio)
  await expect(writing).rejects.toThrow('The object store has no space left.')
  expect(await disk.stat('audio/large')).toBeUndefined()
})

function failWithFullDisk(syscall: 'write' | 'writev' | 'fsync') {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall })
  vi.spyOn(fs, syscall).mockImplementation((...args: unknown[]) => {
    const callback = args.at(-1) as (error: Error) => void
    setImmediate(callback, full)
  })
}

test('a signature for one upload key is invalid for any other key', async () => {
  await disk.write('audio/sealed', Buffer.from('sealed'), asAudio)
  const otherServer = await openLocalDisk({ ...storage, secret: 'another secret' })
  const foreign = new URL(await otherServer.presignedUploadUrl('uploads/x', minute)).searchParams
  await otherServer.close()
  for (const key of ['audio/sealed', 'uploads/../audio/sealed', 'uploads/x', '.temporary/x']) {
    const [expires, signature] = [foreign.get('expires') ?? '', foreign.get('signature') ?? '']
    const upload = { key, expires, signature, body: Readable.from([Buffer.from('evil')]) }
    await expect(disk.receive({ ...upload, maxBytes })).rejects.toMatchObject({
      reason: 'invalid-url',
    })
  }
  expect(await textAt('audio/sealed')).toBe('sealed')
})

test('a presigned upload URL is still valid after a restart', async () => {
  const key = newUpload()
  const url = await disk.presignedUploadUrl(key, minute)
  const restarted = await storage.reopen()
  const { expires, signature } = partsOf(url)
  const body = Readable.from([Buffer.from('song')])
  await restarted.receive({ key, expires, signature, body, maxBytes })
  expect(await textAt(key)).toBe('song')
  await restarted.close()
})

function newUpload(): string {
  return `uploads/${randomUUID()}`
}

function partsOf(url: string) {
  const query = new URL(url).searchParams
  return { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' }
}

async function signed(key: string) {
  return { key, ...partsOf(await disk.presignedUploadUrl(key, minute)) }
}

async function send(key: string, body: Buffer<ArrayBuffer>): Promise<number> {
  const url = await disk.presignedUploadUrl(key, minute)
  return (await fetch(url, { method: 'PUT', body })).status
}

async function sendWithoutLength(key: string, chunks: Buffer[]): Promise<number> {
  const url = await disk.presignedUploadUrl(key, minute)
  const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream
  return (await fetch(url, { method: 'PUT', body, duplex: 'half' })).status
}

async function beginToSend(key: string): Promise<ClientRequest> {
  const sending = request(await disk.presignedUploadUrl(key, minute), {
    method: 'PUT',
    headers: { 'content-length': 1_000_000 },
  })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(100_000))
  return sending
}

async function temporaryFiles(): Promise<string[]> {
  return readdir(path.join(directory, '.temporary'))
}

/** Starts uploads, and aborts them once they have all arrived. Returns their keys. */
async function abortUploads(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, newUpload)
  const { started, ended } = uploads
  const sending = await Promise.all(keys.map(beginToSend))
  await vi.waitFor(() => expect(uploads.started).toBe(started + count), pollOptions)
  for (const upload of sending) upload.destroy()
  await vi.waitFor(() => expect(uploads.ended).toBe(ended + count), pollOptions)
  return keys
}

const openFileCount = async () => (await readdir('/proc/self/fd')).length

async function textAt(key: string): Promise<string> {
  return text((await disk.read(key)) ?? Readable.from([]))
}
