import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { grownSince, openMetrics, type StartServer } from './resource-growth.ts'

const slowCount = repetitions(1000, 50)
const concurrency = 50
const MB = 1024 * 1024
/** More than the socket buffers of a connection hold. */
const size = 16 * MB
/** The server may buffer a few chunks for a listener that does not read, never the whole file. */
const maxBufferedEach = MB

export const testSlowListeners = (startServer: StartServer) =>
  test(`${slowCount} listeners that read a few bytes at a time, or none, cost bounded memory (seed ${seed})`, async () => {
    const random = seededRandom('slow listeners')
    const { deployment, server } = await startServer()
    const readMetrics = await openMetrics(deployment, server)
    const { id: userId } = await deployment.createUser()
    const file = wavOfSize(size)
    random.bytes(1000).copy(file, size / 2)
    const { id } = await deployment.track(userId, {}, file)
    const audioUrl = `${deployment.url}/api/tracks/${id}/audio`
    const isServedWhole = async () =>
      file.equals(Buffer.from(await (await fetch(audioUrl)).arrayBuffer()))

    const slowListener = await startListening(audioUrl)
    const received = slowListener.read(random, { pauseMs: 1, maxBytes: 300 })
    expect(await isServedWhole()).toBe(true)
    const idle = await readMetrics()
    const stallSomeListeners = async () => {
      const listeners = await Promise.all(
        Array.from({ length: concurrency }, () => startListening(audioUrl)),
      )
      for (const listener of listeners)
        if (random.between(0, 1) === 0) void listener.read(random, { pauseMs: 5, maxBytes: 100 })
      // Other listeners are not delayed.
      expect(await isServedWhole()).toBe(true)
      const { heap, external } = await readMetrics()
      expect(heap + external - idle.heap - idle.external).toBeLessThan(
        concurrency * maxBufferedEach,
      )
      await delay(random.between(0, 50))
      for (const listener of random.shuffled(listeners)) listener.disconnect()
    }
    // The first ones fill pools and compile code.
    await stallSomeListeners()
    const before = await readMetrics()
    for (let done = 0; done < slowCount; done += concurrency) await stallSomeListeners()
    await expect.poll(async () => grownSince(before, await readMetrics()), pollOptions).toEqual([])
    expect((await readMetrics()).temporaryFiles).toBe(0)
    slowListener.readAll()
    expect(file.equals(await received)).toBe(true)
    await expectIntegrity(deployment)
  }, 600_000)

const pollOptions = { timeout: 60_000, interval: 50 }

/** A started response, of which only the requested number of bytes is read. */
async function startListening(audioUrl: string) {
  const listening = request(audioUrl, { agent: false }).end()
  const [response] = (await once(listening, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.on('error', () => {})
  listening.on('error', () => {})
  const disconnect = () => void listening.destroy()
  onTestFinished(disconnect)
  let readsAll = false
  return {
    disconnect,
    readAll: () => {
      readsAll = true
    },
    /** Everything received until the end, or until either side disconnected. */
    async read(random: SeededRandom, { pauseMs, maxBytes }: { pauseMs: number; maxBytes: number }) {
      const read: Buffer[] = []
      while (!response.readableEnded && !response.destroyed) {
        const chunk = response.read(readsAll ? undefined : random.between(1, maxBytes)) as Buffer
        if (chunk) read.push(chunk)
        if (!chunk || !readsAll) await delay(pauseMs)
      }
      return Buffer.concat(read)
    },
  }
}
