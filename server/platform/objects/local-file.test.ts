import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type LocalDisk, openLocalDisk } from './local-disk.ts'
import type { LocalFile } from './local-file.ts'
import type { ByteRange } from './object-store.ts'

const asAudio = { contentType: 'audio/mpeg' }
const server = createServer()
let requests = 0
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
  onTestFinished(() => file.close())
  return file
}

/** Both ends of one response, before a byte of it is sent. */
async function request(): Promise<{
  response: ServerResponse
  arriving: Promise<IncomingMessage>
}> {
  const path = `/${++requests}`
  const accepted = new Promise<ServerResponse>((resolve) => {
    server.on('request', (request, response) => request.url === path && resolve(response))
  })
  const { port } = server.address() as AddressInfo
  const outgoing = get({ host: '127.0.0.1', port, path, agent: false })
  const arriving = once(outgoing, 'response').then(([message]) => message as IncomingMessage)
  arriving.catch(() => {})
  return { response: await accepted, arriving }
}

async function fetchRange(file: LocalFile, range?: ByteRange): Promise<Buffer> {
  const { response, arriving } = await request()
  const sent = file.copyTo(response, range).then((all) => {
    response.end()
    return all
  })
  const bytes = await buffer(await arriving)
  expect(await sent).toBe(true)
  return bytes
}

test('a range or the whole file arrives byte for byte, whatever is sent beside it', async () => {
  const bytes = randomBytes(3_000_000)
  const file = await fileWith('audio/sent', bytes)
  const other = await fileWith('audio/other', Buffer.alloc(3_000_000))
  const ranges = [
    undefined,
    { start: 10, end: 1_500_000 },
    { start: 2_999_999, end: 9e9 },
    { start: 700_000, end: 2_900_000 },
  ]
  for (const range of ranges) {
    const { start, end } = range ?? { start: 0, end: bytes.length }
    const [arrived] = await Promise.all([fetchRange(file, range), fetchRange(other)])
    expect(arrived.equals(bytes.subarray(start, end + 1))).toBe(true)
  }
})

test('an open file has the metadata of its object, and an empty one sends nothing', async () => {
  const file = await fileWith('audio/album/described.mp3', randomBytes(1000))
  expect(file.metadata).toEqual(await disk.stat('audio/album/described.mp3'))
  expect(await fetchRange(await fileWith('audio/empty', Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
})

test('a client that does not read gets no more than the socket buffers', async () => {
  const file = await fileWith('audio/slow', Buffer.alloc(50_000_000))
  const { response, arriving } = await request()
  const write = vi.spyOn(response, 'write')
  const sending = file.copyTo(response)
  await arriving
  await vi.waitFor(() => expect(response.writableNeedDrain).toBe(true), { timeout: 10_000 })
  const sentSoFar = write.mock.calls.length * 256 * 1024
  expect(sentSoFar).toBeLessThan(25_000_000)
  expect(response.writableLength).toBeLessThan(600_000)
  response.destroy()
  expect(await sending).toBe(false)
})

test('a client that disconnects ends the copy without an error', async () => {
  const file = await fileWith('audio/left', Buffer.alloc(50_000_000))
  const { response, arriving } = await request()
  const sending = file.copyTo(response)
  const message = await arriving
  message.on('error', () => {})
  message.destroy()
  expect(await sending).toBe(false)
  expect(await file.copyTo(response)).toBe(false)
})

test('a file that is replaced or removed after it was opened is sent as it was', async () => {
  const file = await fileWith('audio/changing', Buffer.from('one'))
  await disk.write('audio/changing', Buffer.from('two'), asAudio)
  expect(await fetchRange(file)).toEqual(Buffer.from('one'))
  await disk.remove('audio/changing')
  expect(await fetchRange(file)).toEqual(Buffer.from('one'))
  expect(await disk.openFile('audio/changing')).toBeUndefined()
})

test('a file that is truncated while it is sent fails', async () => {
  const file = await fileWith('audio/truncated', Buffer.alloc(1000))
  await truncate(path.join(directory, '..', disk.pathFor('audio/truncated')), 10)
  const { response } = await request()
  await expect(file.copyTo(response)).rejects.toThrow('truncated')
  response.destroy()
})
