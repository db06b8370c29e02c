import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LocalDisk, openLocalDisk } from './local-disk.ts'
import { createBufferPool, type LocalFile } from './local-file.ts'
import { type ByteRange, StoreUnavailable } from './object-store.ts'

const asAudio = { contentType: 'audio/mpeg' }
const server = createServer()
let asked = 0
let directory: string
let disk: LocalDisk

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'local-file-'))
  disk = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'a secret' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await disk.close()
  await rm(directory, { recursive: true })
})

async function fileWith(key: string, bytes: Uint8Array): Promise<LocalFile> {
  await disk.write(key, bytes, asAudio)
  const file = await disk.openFile(key)
  if (!file) throw new Error('It was just written.')
  return file
}

/** Both ends of one answer over HTTP, before a byte of it is sent. */
async function ask(): Promise<{ response: ServerResponse; arriving: Promise<IncomingMessage> }> {
  const path = `/${++asked}`
  const accepted = new Promise<ServerResponse>((resolve) => {
    server.on('request', (request, response) => request.url === path && resolve(response))
  })
  const { port } = server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, path, agent: false })
  const arriving = once(request, 'response').then(([message]) => message as IncomingMessage)
  arriving.catch(() => {})
  return { response: await accepted, arriving }
}

async function fetchRange(file: LocalFile, range?: ByteRange): Promise<Buffer> {
  const { response, arriving } = await ask()
  const sent = file.copyTo(response, range).then((all) => {
    response.end()
    return all
  })
  const bytes = await buffer(await arriving)
  expect(await sent).toBe(true)
  return bytes
}

test('a range or all of it arrives, again and again, from memory that is used again', async () => {
  const bytes = randomBytes(3_000_000)
  const file = await fileWith('audio/sent', bytes)
  const other = await fileWith('audio/other', Buffer.alloc(3_000_000))
  const ranges = [
    undefined,
    { start: 10, end: 1_500_000 },
    { start: 2_999_999, end: 9e9 },
    // What was read twice comes from memory, several blocks at once; then the rest.
    undefined,
    { start: 700_000, end: 2_900_000 },
    undefined,
  ]
  for (const range of ranges) {
    const { start, end } = range ?? { start: 0, end: bytes.length }
    const [arrived] = await Promise.all([fetchRange(file, range), fetchRange(other)])
    expect(arrived.equals(bytes.subarray(start, end + 1))).toBe(true)
  }
})

test('it knows its metadata and its place', async () => {
  const bytes = randomBytes(1000)
  const file = await fileWith('audio/album/placed.mp3', bytes)
  expect(file.metadata).toEqual(await disk.stat('audio/album/placed.mp3'))
  expect(await readFile(path.join(directory, file.path))).toEqual(bytes)
})

test('nothing is read ahead of a listener who does not read', async () => {
  const file = await fileWith('audio/slow', Buffer.alloc(50_000_000))
  const { response, arriving } = await ask()
  const write = vi.spyOn(response, 'write')
  const sending = file.copyTo(response)
  await arriving
  await vi.waitFor(() => expect(response.writableNeedDrain).toBe(true), { timeout: 10_000 })
  const sentSoFar = write.mock.calls.length * 512 * 1024
  expect(sentSoFar).toBeLessThan(25_000_000)
  expect(response.writableLength).toBeLessThan(600_000)
  response.destroy()
  expect(await sending).toBe(false)
})

test('a listener who goes away ends it quietly', async () => {
  const file = await fileWith('audio/left', Buffer.alloc(50_000_000))
  const { response, arriving } = await ask()
  const sending = file.copyTo(response)
  const message = await arriving
  message.on('error', () => {})
  message.destroy()
  expect(await sending).toBe(false)
  expect(await file.copyTo(response)).toBe(false)
})

test('what was replaced or removed meanwhile is not sent as what it was', async () => {
  const file = await fileWith('audio/changing', Buffer.from('one'))
  await disk.write('audio/changing', Buffer.from('two'), asAudio)
  const { response } = await ask()
  await expect(file.copyTo(response)).rejects.toThrow(StoreUnavailable)
  await disk.remove('audio/changing')
  expect(await disk.openFile('audio/changing')).toBeUndefined()
  response.destroy()
})

test('only so many large chunks are out at once', () => {
  const pool = createBufferPool({ most: 2 })
  const [first, second, third] = [pool.take(), pool.take(), pool.take()]
  expect([first, second, third].map((chunk) => chunk.length)).toEqual([524_288, 524_288, 65_536])
  pool.giveBack(first)
  expect(pool.take()).toBe(first)
  pool.abandon(second)
  expect(pool.take()).not.toBe(second)
  expect(pool.take().length).toBe(65_536)
})
