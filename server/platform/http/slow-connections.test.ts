import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendFile } from '#contract/uploads.ts'
import { startTestApp } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import type { TrustProxy } from './client-address.ts'
import { createFastify } from './fastify.ts'
import type { ConnectionLimits } from './slow-connections.ts'

const log: string[] = []
type Options = Partial<ConnectionLimits> & { trustProxy?: TrustProxy }

/** The defaults are minutes: each test shortens only the limit that it is about. */
async function start({ trustProxy = false, ...connectionLimits }: Options) {
  log.splice(0)
  const app = await createFastify({
    publicUrl: 'http://localhost',
    storeOrigins: [],
    trustProxy,
    logLevel: 'warn',
    logStream: { write: (line) => void log.push(line) },
    validateResponses: false,
    connectionLimits: { checkEveryMs: 50, ...connectionLimits },
  })
  onTestFinished(() => app.close())
  app.get('/healthy', async () => ({ status: 'ok' }))
  app.post('/json', async ({ body }) => body)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.put('/upload', { config: { route: sendFile } }, async ({ raw }) => {
      let length = 0
      for await (const chunk of raw) length += chunk.length
      return { length }
    })
  })
  const replies: FastifyReply[] = []
  app.get('/working', async (_request, reply) => {
    await once(reply.raw, 'timeout')
    return { done: true }
  })
  app.get('/endless', async (_request, reply) => {
    replies.push(reply)
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'audio/wav' })
    await writeUntilClosed(reply.raw)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { replies, open: (sent = '') => open(port, sent) }
}

async function writeUntilClosed(response: ServerResponse) {
  const bytes = Buffer.alloc(64 * 1024)
  while (!response.destroyed)
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.write(bytes, () => {
        response.off('close', resolve)
        resolve()
      })
    })
}

async function open(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (sent) socket.write(sent)
  return socket
}

/** Everything until the connection is closed, also by a reset, as after bytes that the server has not read. */
async function readAll(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

/** Sends these bytes again and again until the server closes the connection. */
async function sendRepeatedly(socket: Socket, bytes: string, everyMs: number) {
  while (!socket.destroyed && socket.writable) {
    socket.write(bytes)
    await delay(everyMs)
  }
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n`
const jsonHead = head('POST /json', 'Content-Type: application/json', 'Content-Length: 1000')

test('slow clients: headers that trickle in are cut off with 408', async () => {
  const { open } = await start({ headersMs: 200 })
  const socket = await open(head('GET /json'))
  const received = readAll(socket)
  void sendRepeatedly(socket, 'X-Slow: 1\r\n', 20)
  const response = await received
  expect(response).toMatch(/^HTTP\/1.1 408 /)
  expect(response).toContain('{"message":"The request took too long to arrive."}')
})

test('slow clients: a connection that sends nothing is closed', async () => {
  const { open } = await start({ headersMs: 200 })
  expect(await readAll(await open())).toMatch(/^HTTP\/1.1 408 /)
})

test.each([
  ['a route', jsonHead, 408],
  ['no route', jsonHead.replace('/json', '/nothing'), 408],
  ['an invalid URL', jsonHead.replace('/json', '/%zz'), 400],
  ['a control character', jsonHead.replace('/json', '/json?x=%00'), 400],
  ['another host', jsonHead.replace('localhost', 'evil.example'), 421],
  ['a cross-site request', `${jsonHead}Origin: https://evil.example\r\n`, 403],
  ['an unknown expectation', `${jsonHead}Expect: wonders\r\n`, 417],
])(
  'slow clients: a body for %s that trickles in is cut off, without a log line',
  async (_, sent, status) => {
    const { open } = await start({ bodyMs: 200 })
    const socket = await open(`${sent}\r\n{`)
    const received = readAll(socket)
    void sendRepeatedly(socket, ' ', 20)
    expect((await received).slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(log).toEqual([])
  },
)

test('slow clients: a request that is aborted is not logged as a database error', async () => {
  const { open } = await start({})
  const socket = await open(`${jsonHead}\r\n{`)
  socket.resetAndDestroy()
  const other = await open(`${jsonHead.replace('1000', '2')}\r\n{}`)
  await once(other, 'data')
  expect(log).toEqual([])
})

test('slow clients: an upload may take longer than other bodies while it progresses', async () => {
  const { open } = await start({ bodyMs: 100, uploadWindowMs: 500, minUploadBytes: 2 })
  const type = 'Content-Type: audio/wav'
  const socket = await open(`${head('PUT /upload', type, 'Content-Length: 60')}\r\n`)
  const response = once(socket, 'data')
  for (let sent = 0; sent < 60; sent++) {
    socket.write('x')
    await delay(20)
  }
  expect(String((await response)[0])).toContain('{"length":60}')
})

test('slow clients: an upload that hardly progresses is cut off', async () => {
  const { open } = await start({ uploadWindowMs: 300, minUploadBytes: 1000 })
  const type = 'Content-Type: audio/wav'
  const socket = await open(`${head('PUT /upload', type, 'Content-Length: 90000')}\r\n`)
  const received = readAll(socket)
  void sendRepeatedly(socket, 'x', 20)
  expect(await received).toMatch(/^HTTP\/1.1 408 /)
  expect(log).toEqual([])
})

test('slow clients: a response that is not read is cut off', async () => {
  const { open, replies } = await start({ stallMs: 200 })
  const socket = await open(`${head('GET /endless')}\r\n`)
  socket.pause()
  await expect.poll(() => replies[0]?.raw.destroyed, { timeout: 60_000 }).toBe(true)
  expect(log).toEqual([])
})

test('slow clients: a response that takes long to prepare is not cut off', async () => {
  const { open } = await start({ stallMs: 200 })
  const socket = await open(`${head('GET /working')}\r\n`)
  expect(String((await once(socket, 'data'))[0])).toContain('{"done":true}')
})

test('slow clients: a paused listener whose connection was closed continues with a range', async () => {
  const site = await startTestApp({ connectionLimits: { stallMs: 400 } })
  onTestFinished(site.close)
  const { id: userId } = await makeUser(site.postgres.db)
  const { id, audioPath } = await makeTrack(site.postgres.db, userId)
  const sound = wavOfSize(24 * 1024 * 1024)
  sound.fill('sound', 1000)
  await site.store.write(audioPath.replace('/objects/', ''), sound, { contentType: 'audio/wav' })

  const { port } = new URL(site.url)
  const paused = await open(Number(port), `${head(`GET /api/tracks/${id}/audio`)}\r\n`)
  let received = Buffer.from((await once(paused, 'data'))[0] as Buffer)
  paused.pause()
  const connections = () =>
    new Promise((resolve) => site.app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections, { timeout: 60_000 }).toBe(0)
  received = received.subarray(received.indexOf('\r\n\r\n') + 4)
  const rest = await fetch(`${site.url}/api/tracks/${id}/audio`, {
    headers: { range: `bytes=${received.length}-` },
  })
  expect(rest.status).toBe(206)
  const whole = Buffer.concat([received, Buffer.from(await rest.arrayBuffer())])
  expect(whole.equals(sound)).toBe(true)
})

const endless = `${head('GET /endless')}\r\n`

test('pipelined requests: a few are handled', async () => {
  const { open } = await start({})
  const requests = [
    head('GET /healthy'),
    head('GET /healthy'),
    head('GET /nothing'),
    head('GET /nothing', 'Connection: close'),
  ]
  const socket = await open(requests.map((request) => `${request}\r\n`).join(''))
  expect((await readAll(socket)).match(/HTTP\/1.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 404',
    'HTTP/1.1 404',
  ])
})

test('pipelined requests: a connection with many that wait for their response is closed', async () => {
  const { open, replies } = await start({})
  const socket = await open(endless.repeat(1200))
  await new Promise((resolve) => socket.once('close', resolve).resume())
  expect(replies).toHaveLength(4)
})

test('connections per address: one more gets 429, and a closed one frees a slot', async () => {
  const { open } = await start({ maxPerAddress: 3 })
  const [first] = await Promise.all([open(), open(), open()])
  const refused = await readAll(await open())
  expect(refused).toMatch(/^HTTP\/1.1 429 /)
  expect(refused).toMatch(/retry-after: \d+/)
  expect(refused).toContain('{"message":"There are too many connections from your address."}')
  first?.destroy()
  await expect
    .poll(async () => {
      const socket = await open(`${head('GET /nothing', 'Connection: close')}\r\n`)
      return (await readAll(socket)).slice(0, 12)
    })
    .toBe('HTTP/1.1 404')
})

test('connections per address: RATE_LIMIT_SCALE multiplies how many there may be, and never divides', async () => {
  for (const [scale, allowed] of [
    ['2', 4],
    ['0.5', 2],
  ] as const) {
    const env = { RATE_LIMIT_SCALE: scale }
    const site = await startTestApp({ env, connectionLimits: { maxPerAddress: 2 } })
    onTestFinished(() => site.close())
    const status = async () => {
      const agent = new Agent({ keepAlive: true })
      onTestFinished(() => agent.destroy())
      const sending = request(`${site.url}/healthz`, { agent }).end()
      const [response] = (await once(sending, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    for (let opened = 0; opened < allowed; opened++) expect(await status()).toBe(200)
    expect(await status()).toBe(429)
  }
})

test('connections per address: those of a trusted proxy are not limited', async () => {
  const { open } = await start({ maxPerAddress: 1, trustProxy: 1 })
  await open()
  const socket = await open(`${head('GET /nothing', 'Connection: close')}\r\n`)
  expect(await readAll(socket)).toMatch(/^HTTP\/1.1 404 /)
})
