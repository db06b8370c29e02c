import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { projectFolder } from '#server/config.ts'
import { progressiveJpeg } from '#server/testing/hostile-files.ts'
import { needs } from '#server/testing/needs.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { createMedia } from '../media.ts'
import type { Job, JobLimits } from './job.ts'
import { launchSandbox, withoutNetwork } from './launch.ts'
import { resourceUsage, usageFromPs } from './resource-usage.ts'
import { createSandbox, type SandboxOptions } from './sandbox.ts'
import type { SandboxProcess } from './sandbox-process.ts'

const MiB = 1024 ** 2
const mp3 = fixture('tone.mp3')
/** Within the limits of scans and pixels: decoding it takes about a second. */
const expensive = progressiveJpeg(55)
const generous: JobLimits = { cpuMs: 60_000, wallMs: 120_000, outputBytes: MiB }
const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const each of closing.splice(0)) await each.close()
})

function startSandbox(overrides: Partial<SandboxOptions> = {}) {
  const processes: SandboxProcess[] = []
  const options: SandboxOptions = {
    concurrency: 1,
    maxQueue: 10,
    maxQueuePerClient: 10,
    maxMemoryBytes: 768 * MiB,
    maxCpuSeconds: 600,
    niceness: 1,
    onStart: (started) => processes.push(started),
    ...overrides,
  }
  const sandbox = createSandbox(options)
  closing.push(sandbox)
  return { ...sandbox, processes }
}

const job = (task: string, bytes: Buffer, limits: Partial<JobLimits> = {}): Job => ({
  task,
  options: { widths: [96] },
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
  limits: { ...generous, ...limits },
})
const probe = (limits?: Partial<JobLimits>) => job('audio-metadata', mp3, limits)

test('sandbox: one process runs many jobs, and a rejected file does not end it', async () => {
  const { run, processes } = startSandbox()
  expect(await run('ada', probe())).toMatchObject({ format: 'mp3' })
  const notAnImage = run('ada', job('image-variants', mp3))
  await expect(notAnImage).rejects.toMatchObject({ killed: undefined })
  expect(await run('ada', probe())).toMatchObject({ format: 'mp3' })
  expect(processes).toHaveLength(1)
})

test('sandbox: a task that exceeds its CPU time is killed, and the next one runs in a new process', async () => {
  const { run, processes } = startSandbox()
  const hostile = run('ada', job('image-variants', expensive, { cpuMs: 100 }))
  await expect(hostile).rejects.toMatchObject({ killed: 'cpu' })
  expect(processes[0]?.isAlive).toBe(false)
  expect(await run('ada', probe())).toMatchObject({ format: 'mp3' })
  expect(processes).toHaveLength(2)
})

test('sandbox: a task that exceeds its memory is killed', async () => {
  const { run } = startSandbox({ maxMemoryBytes: 128 * MiB })
  expect(await run('ada', probe())).toMatchObject({ format: 'mp3' })
  // Decoding it needs 72 MB for the coefficients, more than is left.
  const hostile = run('ada', job('image-variants', progressiveJpeg(20, 6000)))
  await expect(hostile).rejects.toMatchObject({ killed: 'memory' })
})

test('sandbox: a task that exceeds its time is killed, and the time of a slow store does not count', async () => {
  const { run } = startSandbox()
  const hostile = run('ada', job('image-variants', expensive, { wallMs: 100 }))
  await expect(hostile).rejects.toMatchObject({ killed: 'time' })
  const slow = probe({ wallMs: 1500 })
  const read = async (start: number, end: number) => {
    await delay(2000)
    return mp3.subarray(start, end)
  }
  expect(await run('ada', { ...slow, read })).toMatchObject({ format: 'mp3' })
})

test('sandbox: a task that writes more than it may is killed', async () => {
  const { run } = startSandbox()
  const image = await createImage()
  const writes = run('ada', job('image-variants', image, { outputBytes: 10 }))
  await expect(writes).rejects.toMatchObject({ killed: 'output' })
})

test('sandbox: a decoder that is killed by the system means a rejected file, and the next file works', async () => {
  let pid = 0
  const media = createMedia({
    imageWidths: [96],
    sandbox: {
      onStart(started) {
        pid = started.pid
      },
    },
  })
  closing.push(media)
  let reads = 0
  const image = await createImage()
  const file = { client: 'ada', size: image.length }
  const killing = async (start: number, end: number) => {
    // The first read is that of the signature.
    if (reads++ > 0) process.kill(pid, 'SIGKILL')
    return image.subarray(start, end)
  }
  expect(await media.encodeImage({ ...file, read: killing })).toBeUndefined()
  const read = async (start: number, end: number) => image.subarray(start, end)
  expect(await media.encodeImage({ ...file, read })).toHaveLength(1)
})

test('sandbox: a process has no secrets, opens no file, and no network where the system permits', async () => {
  vi.stubEnv('SESSION_SECRET', 'secret')
  const server = createServer((_request, response) => response.end('reached'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const script = path.join(projectFolder, 'server/testing/scripts/sandbox-rights.ts')
  const child = launchSandbox({
    maxMemoryBytes: 512 * MiB,
    maxCpuSeconds: 60,
    niceness: 1,
    preload: [],
    script: [`--allow-fs-read=${script}`, script, `http://127.0.0.1:${port}`],
  })
  expect(JSON.parse(await text(child.stdout))).toEqual({
    environment: [],
    reading: 'ERR_ACCESS_DENIED',
    writing: 'ERR_ACCESS_DENIED',
    network: withoutNetwork().length > 0 ? 'none' : 'reached',
  })
  server.close()
})

test('sandbox: a process is replaced after many jobs, and ends when it has been idle', async () => {
  const replaced = startSandbox({ maxJobsPerProcess: 2 })
  for (let count = 0; count < 3; count++) await replaced.run('ada', probe())
  expect(replaced.processes).toHaveLength(2)
  const idle = startSandbox({ idleMs: 10 })
  idle.warmUp()
  await expect.poll(() => idle.processes.length).toBe(1)
  await idle.processes[0]?.exited
  expect(await idle.run('ada', probe())).toMatchObject({ format: 'mp3' })
})

test('sandbox: a process that was warmed up runs the first job', async () => {
  const { run, warmUp, processes } = startSandbox()
  warmUp()
  warmUp()
  expect(await run('ada', probe())).toMatchObject({ format: 'mp3' })
  expect(processes).toHaveLength(1)
})

test('resource usage: the CPU time of a process is measured', async () => {
  expect((await resourceUsage(process.pid))?.cpuMs).toBeGreaterThan(0)
})

// Debian's slim images have no ps.
const withPs = needs(await usageFromPs(process.pid), 'ps is not installed')
test('resource usage: ps and /proc agree', withPs, async () => {
  // Without child processes, which only /proc adds.
  const { pid = 0 } = spawn('sleep', ['60'])
  onTestFinished(() => void process.kill(pid))
  const ratio = async () => {
    const [own, fromPs] = [await resourceUsage(pid), await usageFromPs(pid)]
    return (fromPs?.residentBytes ?? 0) / (own?.residentBytes ?? 1)
  }
  await expect.poll(ratio).toBeCloseTo(1, 0)
})
