import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { HeadObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { standIn } from '#server/testing/needs.ts'
import { startTestS3, waitForDirectUploads, withS3 } from '#server/testing/s3.ts'
import { testObjectStore } from './object-store.suite.ts'
import { type ByteRange, NoSpaceLeft, type ObjectStore, StoreUnavailable } from './object-store.ts'
import { openS3 } from './s3.ts'

const local = { publicUrl: 'http://localhost:3000', secret: 'a secret' }
const s3 = await startTestS3()
standIn('the S3 store', withS3(s3))

if (s3) {
  testObjectStore('the S3 store', async () => waitForDirectUploads(await openS3(s3.config, local)))
  testBrowserAddresses(s3.config)
}

type Config = Parameters<typeof openS3>[0]
const somewhere: Config = {
  kind: 's3',
  bucket: 'music',
  region: 'eu-west-1',
  endpoint: undefined,
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  forcePathStyle: false,
  publicUrl: undefined,
}

function testBrowserAddresses(config: Config) {
  const hour = { expiresInSeconds: 3600, isPublic: false }

  test('a presigned download URL serves an object or a range with our content type', async () => {
    const store = await openS3(config, local)
    await store.write('audio/song', Buffer.from('0123456789'), { contentType: 'text/html' })
    const url = await store.presignedDownloadUrl('audio/song', {
      ...hour,
      contentType: 'audio/flac',
    })
    const response = await fetch(url ?? '', { headers: { range: 'bytes=2-4' } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-type')).toBe('audio/flac')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toBe('234')
    const changed = url?.replace('audio%2Fflac', 'text%2Fhtml') ?? ''
    expect((await fetch(changed)).status).toBe(403)
    await store.close()
  })

  test("a moved object has our content type, not the uploader's", async () => {
    const store = await waitForDirectUploads(await openS3(config, local))
    const url = await store.presignedUploadUrl('uploads/page', {
      expiresInSeconds: 60,
      file: { size: 1, contentType: 'text/html' },
    })
    await fetch(url, { method: 'PUT', body: 'x', headers: { 'content-type': 'text/html' } })
    await store.move('uploads/page', 'images/page', { contentType: 'image/webp' })
    const client = new S3Client(config as S3ClientConfig)
    const stored = new HeadObjectCommand({ Bucket: config.bucket, Key: 'images/page' })
    expect(await client.send(stored)).toMatchObject({ ContentType: 'image/webp' })
    client.destroy()
    await store.close()
  })

  test('a read continues after each broken connection, until the object is complete', async () => {
    const proxy = await startFaultProxy(new URL(config.endpoint ?? ''))
    onTestFinished(() => proxy.close())
    const [direct, store] = [
      await openS3(config, local),
      await openS3({ ...config, endpoint: proxy.url }, local),
    ]
    const bytes = randomBytes(5_000_000)
    await direct.write('audio/long', bytes, { contentType: 'audio/flac' })
    await proxy.inject({ kind: 'disconnects', afterBytes: 1_500_000 })
    const read = async (range?: ByteRange) =>
      buffer((await store.read('audio/long', range)) ?? Readable.from([]))
    expect((await read()).equals(bytes)).toBe(true)
    const part = await read({ start: 1_000_000, end: 3_999_999 })
    expect(part.equals(bytes.subarray(1_000_000, 4_000_000))).toBe(true)
    await store.close()
    await direct.close()
  })

  test('check reports a wrong bucket or key in one sentence', async () => {
    const noBucket = await openS3({ ...config, bucket: 'no-such-bucket' }, local)
    await expect(noBucket.check()).rejects.toThrow(
      'The object store has no bucket named no-such-bucket.',
    )
    await expect(noBucket.read('audio/x')).rejects.toThrow(StoreUnavailable)
    const wrongKey = await openS3(
      { ...config, credentials: { accessKeyId: 'test:tester', secretAccessKey: 'wrong' } },
      local,
    )
    await expect(wrongKey.check()).rejects.toThrow('The object store rejects the access key.')
    await expect(wrongKey.stat('audio/x')).rejects.toThrow(StoreUnavailable)
  })
}

const options = { contentType: 'audio/mpeg', expiresInSeconds: 3600 }

test('the public base URL is used for public objects only', async () => {
  const store = await openS3({ ...somewhere, publicUrl: 'https://cdn.example.org/files/' }, local)
  expect(await store.presignedDownloadUrl('audio/x', { ...options, isPublic: true })).toBe(
    'https://cdn.example.org/files/audio/x',
  )
  expect(await store.presignedDownloadUrl('audio/x', { ...options, isPublic: false })).toMatch(
    /^https:\/\/music\.s3\.eu-west-1\.amazonaws\.com\/audio\/x\?.*X-Amz-Signature=/,
  )
  expect(store.origins).toEqual([
    'https://music.s3.eu-west-1.amazonaws.com',
    'https://cdn.example.org',
  ])
})

test.each([
  ['https://store.example.org', false, 'https://music.store.example.org/uploads/x'],
  ['https://store.example.org', true, 'https://store.example.org/music/uploads/x'],
  ['http://localhost:9000', true, 'http://localhost:9000/music/uploads/x'],
])(
  'the upload URL for endpoint %s with path style %s has the host and path that the store expects',
  async (endpoint, forcePathStyle, expected) => {
    const store = await openS3({ ...somewhere, endpoint, forcePathStyle }, local)
    expect(store.origins).toEqual([new URL(expected).origin])
    expect(store.keyFromUploadUrl(expected)).toBe('uploads/x')
  },
)

test('while it is unknown whether the store copies through upload URLs, this server receives uploads', async () => {
  const closed = createServer()
  const endpoint = await listening(closed)
  closed.close()
  const store = await openS3({ ...somewhere, endpoint, forcePathStyle: true }, local)
  const file = { size: 1, contentType: 'audio/mpeg' }
  const url = await store.presignedUploadUrl('uploads/x', { expiresInSeconds: 900, file })
  expect(url).toContain('http://localhost:3000/api/objects/upload/uploads/x?')
  expect(store.keyFromUploadUrl(url)).toBe('uploads/x')
})

test('a presigned download URL stays the same for a while, so that browsers can cache the file', async () => {
  const store = await openS3(somewhere, local)
  const presign = () => store.presignedDownloadUrl('audio/x', { ...options, isPublic: false })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T12:00:00Z') })
  const first = await presign()
  vi.setSystemTime(new Date('2030-01-01T12:29:59Z'))
  expect(await presign()).toBe(first)
  vi.setSystemTime(new Date('2030-01-01T12:30:00Z'))
  expect(await presign()).not.toBe(first)
  vi.useRealTimers()
})

test('a presigned download URL is dated by the clock of the store, which decides when it expires', async () => {
  const dates = ['Tue, 01 Jan 2030 12:00:10 GMT', new Date().toUTCString()]
  const server = createServer((socket) =>
    socket.on('data', () =>
      socket.write(`HTTP/1.1 200 OK\r\ndate: ${dates.shift()}\r\ncontent-length: 0\r\n\r\n`),
    ),
  )
  const store = await openS3(
    { ...somewhere, endpoint: await listening(server), forcePathStyle: true },
    local,
  )
  onTestFinished(async () => {
    await store.close()
    server.close()
  })
  const options = { contentType: 'audio/mpeg', expiresInSeconds: 60, isPublic: false }
  const presign = async () => (await store.presignedDownloadUrl('audio/x', options)) ?? ''
  await store.check()
  expect(await presign()).toContain('X-Amz-Date=20300101T120000Z')
  await store.check()
  expect(await presign()).not.toContain('X-Amz-Date=2030')
})

describe.concurrent('an S3 store that fails', () => {
  async function storeAt(respond: (socket: Socket) => void): Promise<ObjectStore> {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      respond(socket)
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return openS3({ ...somewhere, endpoint: await listening(server), forcePathStyle: true }, local)
  }

  const everyCall: [string, (store: ObjectStore) => Promise<unknown>][] = [
    ['check', (store) => store.check()],
    ['metadata', (store) => store.stat('audio/x')],
    ['read', (store) => store.read('audio/x')],
    ['write', (store) => store.write('audio/x', Buffer.alloc(10), { contentType: 'a/b' })],
    [
      'a large write',
      (store) => store.write('audio/x', Buffer.alloc(20_000_000), { contentType: 'a/b' }),
    ],
    ['move', (store) => store.move('uploads/x', 'audio/x', { contentType: 'a/b' })],
    ['remove', (store) => store.remove('audio/x')],
    ['list', (store) => readAll(store.list('audio/'))],
  ]

  test('an S3 store that hangs is unavailable for every call', async () => {
    const store = await storeAt(() => {})
    const outcomes = await Promise.allSettled(everyCall.map(([, call]) => call(store)))
    for (const [index, outcome] of outcomes.entries())
      expect(outcome, everyCall[index]?.[0]).toMatchObject({
        reason: { name: 'StoreUnavailable', message: 'The object store does not respond.' },
      })
  })

  test('an S3 store that refuses connections is unavailable for every call', async () => {
    const server = createServer()
    const endpoint = await listening(server)
    server.close()
    await once(server, 'close')
    const store = await openS3({ ...somewhere, endpoint, forcePathStyle: true }, local)
    await Promise.all(
      everyCall.map(([name, call]) => expect(call(store), name).rejects.toThrow(StoreUnavailable)),
    )
  })

  test('an S3 store that returns 503 is unavailable, and its objects are not missing', async () => {
    const store = await storeAt((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n')),
    )
    await Promise.all(
      everyCall.map(([name, call]) => expect(call(store), name).rejects.toThrow(StoreUnavailable)),
    )
  })

  test('an S3 store that returns 507 has no space left', async () => {
    const store = await storeAt((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 507 Full\r\ncontent-length: 0\r\n\r\n')),
    )
    const writing = store.write('audio/x', Buffer.alloc(10), { contentType: 'a/b' })
    await expect(writing).rejects.toThrow(NoSpaceLeft)
  })

  const start = 'HTTP/1.1 200 OK\r\netag: "a"\r\ncontent-length: 10\r\n\r\n12345'

  test.each([
    ['sends an object from the start again', start],
    ['has replaced the object', 'HTTP/1.1 412 Changed\r\ncontent-length: 0\r\n\r\n'],
  ])('a read from an S3 store that breaks off and then %s fails', async (_, again) => {
    const requests: string[] = []
    const store = await storeAt((socket) =>
      socket.on('data', (data) => {
        requests.push(data.toString().toLowerCase())
        socket.end(requests.length === 1 ? start : again)
      }),
    )
    const body = await store.read('audio/x')
    await expect(readAll(body ?? Readable.from([]))).rejects.toThrow(StoreUnavailable)
    expect(requests[1]).toContain('range: bytes=5-\r\n')
    expect(requests[1]).toContain('if-match: "a"\r\n')
  })

  test('a read from an S3 store that stops before its end fails', async () => {
    const store = await storeAt((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345')),
    )
    const body = await store.read('audio/x')
    await expect(readAll(body ?? Readable.from([]))).rejects.toThrow(StoreUnavailable)
  })
})

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}
