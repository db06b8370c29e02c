import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { expectIntegrity, expectOrphansSwept } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { makeSite } from '../site.ts'
import { grownSince, openMetrics } from './looking.ts'

const slow = repetitions(1000, 150)
const atOnce = 50
const MB = 1024 * 1024
/** More than the socket buffers of a connection hold. */
const size = 16 * MB
/** The server may buffer a few chunks for a listener that does not read, never the whole file. */
const mostHeldEach = MB

test(`${slow} listeners that read a few bytes at a time, or none, cost bounded memory (seed ${seed})`, async () => {
  const chance = seededRandom('slow listeners')
  const site = await makeSite({ nodeOptions: ['--inspect=127.0.0.1:0'] })
  const server = await site.start()
  const look = await openMetrics(site, server)
  const { id: userId } = await site.person()
  const sound = wavOfSize(size)
  chance.bytes(1000).copy(sound, size / 2)
  const { id } = await site.track(userId, {}, sound)
  const address = `${site.url}/api/tracks/${id}/audio`
  const whole = async () => sound.equals(Buffer.from(await (await fetch(address)).arrayBuffer()))

  const patientOne = await beginListening(address)
  const rest = patientOne.read(chance, { pauseMs: 1, mostBytes: 300 })
  expect(await whole()).toBe(true)
  const nobody = await look()
  const keepSomeWaiting = async () => {
    const listeners = await Promise.all(
      Array.from({ length: atOnce }, () => beginListening(address)),
    )
    for (const listener of listeners)
      if (chance.between(0, 1) === 0) void listener.read(chance, { pauseMs: 5, mostBytes: 100 })
    // Other listeners are not delayed.
    expect(await whole()).toBe(true)
    const { heap, outside } = await look()
    expect(heap + outside - nobody.heap - nobody.outside).toBeLessThan(atOnce * mostHeldEach)
    await delay(chance.between(0, 50))
    for (const listener of chance.shuffled(listeners)) listener.hangUp()
  }
  // The first ones fill pools and compile code.
  await keepSomeWaiting()
  const before = await look()
  for (let done = 0; done < slow; done += atOnce) await keepSomeWaiting()
  await expect.poll(async () => grownSince(before, await look()), patient).toEqual([])
  expect((await look()).temporaryFiles).toBe(0)
  patientOne.hurry()
  expect(sound.equals(await rest)).toBe(true)
  await expectIntegrity(site)
  await expectOrphansSwept(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 50 }

/** A started response, of which only the requested number of bytes is read. */
async function beginListening(address: string) {
  const asking = request(address, { agent: false }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => {})
  asking.on('error', () => {})
  const hangUp = () => void asking.destroy()
  onTestFinished(hangUp)
  let hurries = false
  return {
    hangUp,
    hurry: () => {
      hurries = true
    },
    /** Everything received until the end, or until either side disconnected. */
    async read(
      chance: SeededRandom,
      { pauseMs, mostBytes }: { pauseMs: number; mostBytes: number },
    ) {
      const read: Buffer[] = []
      while (!answer.readableEnded && !answer.destroyed) {
        const piece = answer.read(hurries ? undefined : chance.between(1, mostBytes)) as Buffer
        if (piece) read.push(piece)
        if (!piece || !hurries) await delay(pauseMs)
      }
      return Buffer.concat(read)
    },
  }
}
