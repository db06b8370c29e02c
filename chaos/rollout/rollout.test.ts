import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { findProgram, needsProgram } from '#server/testing/needs.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { startReverseProxy } from '../../bench/servers/reverse-proxy.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { makeNewerVersion } from './newer-version.ts'

const nginx = findProgram('nginx') ?? ''
const requestsPerSecond = 50
/** A slow machine gets fewer requests, not more and more at once. */
const maxConcurrent = 10
const listeners = 20
/** More than what the sockets between server and listener hold, so that streams are open when their server is stopped. */
const file = wavOfSize(30_000_000)
const bytesPerSecond = 3_000_000
const token = 'a token of Prometheus'

test('rollout: behind nginx both servers are replaced by a newer version, and no request fails', {
  ...needsProgram('nginx'),
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-rollout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const deployment = await makeDeployment({
    env: {
      SHUTDOWN_DELAY: '1',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: token,
    },
  })
  const ports = [await freePort(), await freePort()]
  const older = await Promise.all(ports.map((port) => deployment.startAt(port)))
  const proxy = await startReverseProxy({
    nginx,
    folder: path.join(folder, 'nginx'),
    port: Number(new URL(deployment.url).port),
    servers: older.map(({ url }) => url),
  })
  onTestFinished(() => proxy.close())
  const program = await makeNewerVersion(path.join(folder, 'next'))
  const load = await startLoad(deployment)

  for (const [index, server] of older.entries()) {
    await load.whileBusy()
    await expect.poll(() => countStreams(server.url)).toBeGreaterThan(2)
    server.signal('SIGTERM')
    expect(await server.exitCode()).toBe(0)
    const newer = await deployment.startAt(ports[index] ?? 0, program)
    // nginx tries it again once fail_timeout has passed.
    await expect.poll(() => newer.output(), { timeout: 30_000 }).toContain('/api/discover')
  }

  await load.whileBusy()
  const { failures, streams } = await load.stop()
  expect(failures).toEqual([])
  expect(new Set(streams)).toEqual(new Set([file.length]))
  const { rows } = await deployment.db.execute(
    sql`select 1 from tracks where of_next_version is not null`,
  )
  expect(rows).toHaveLength(1)
  await expectIntegrity(deployment)
})

/** Pages, lists, audio and writes at a steady rate, and listeners who take seconds for a file. */
async function startLoad(deployment: Deployment) {
  const user = await deployment.createUser()
  const track = await deployment.track(user.id, {}, file)
  const audio = `${deployment.url}/api/tracks/${track.id}/audio`
  const workloads = [
    () => deployment.visitor('GET', '/api/discover'),
    () => deployment.visitor('GET', `/track/${track.slug}`),
    () => deployment.visitor('GET', '/api/search?q=night'),
    () => fetch(audio, { headers: { range: 'bytes=0-99999' } }),
    () => user.call('POST', `/api/tracks/${track.id}/like`),
  ]
  const failures: string[] = []
  const inFlight = new Set<Promise<void>>()
  const streams: number[] = []
  let [sent, responses] = [0, 0]
  let isStopped = false
  const send = async (index: number) => {
    const response = await workloads[index % workloads.length]?.()
    const text = await response?.text()
    responses++
    if (!response?.ok) failures.push(`${response?.url}: ${response?.status} ${text?.slice(0, 200)}`)
  }
  const follow = (promise: Promise<void>) => {
    const entry: Promise<void> = promise
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => inFlight.delete(entry))
    inFlight.add(entry)
  }
  const sendNext = () => {
    if (inFlight.size < listeners + maxConcurrent) follow(send(sent++))
  }
  const timer = setInterval(sendNext, 1000 / requestsPerSecond)
  const listen = async () => {
    while (!isStopped) streams.push(await readSlowly(audio))
  }
  for (let listener = 0; listener < listeners; listener++) follow(listen())
  return {
    /** Until another second of requests has been responded to. */
    async whileBusy() {
      const enough = responses + requestsPerSecond
      await expect.poll(() => responses, { timeout: 30_000 }).toBeGreaterThan(enough)
    },
    async stop() {
      clearInterval(timer)
      isStopped = true
      await Promise.all(inFlight)
      return { failures, streams }
    },
  }
}

/** Reads as a player does, at its own speed; returns the bytes that arrived. */
async function readSlowly(url: string): Promise<number> {
  const { body } = await fetch(url)
  const start = performance.now()
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    const due = start + (bytes / bytesPerSecond) * 1000
    await delay(Math.max(0, due - performance.now()))
  }
  return bytes
}

async function countStreams(server: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const metrics = await (await fetch(`${server}/metrics`, { headers })).text()
  return Number(/^soundpost_audio_streams (\d+)$/m.exec(metrics)?.[1])
}
