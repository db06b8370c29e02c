import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFfmpeg } from '#server/testing/ffmpeg.ts'
import { needsProgram, standIn } from '#server/testing/needs.ts'
import { fixture, id3Tag } from '#server/testing/sample-files.ts'
import { analyzeAudio } from '../analysis/audio-analysis.ts'
import { createAudioProcessor } from '../audio-processor.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { SandboxProcess } from '../sandbox/sandbox-process.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'soundpost-aac-'))
afterAll(() => rm(folder, { recursive: true }))

const m4a = fixture('tone.m4a')
const read = async (start: number, end: number) => m4a.subarray(start, end)
const file = { client: 'ada', size: m4a.length, read }

/** A program of this name and script instead of ffmpeg; the folder that it is in. */
async function fakeFfmpeg(name: string, script: string): Promise<string> {
  const programPath = await mkdtemp(path.join(folder, name))
  const program = path.join(programPath, 'ffmpeg')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  return programPath
}

async function analyze(programPath: string | undefined) {
  const processor = createAudioProcessor({ niceness: 0, concurrency: 1, programPath })
  return processor.analyze(file).finally(() => processor.close())
}

test.each<[string, () => Promise<string | undefined>, string]>([
  ['not permitted', async () => undefined, 'The codec AAC is not supported.'],
  ['missing', () => mkdtemp(path.join(folder, 'empty')), 'The codec AAC is not supported.'],
  ['killed', () => fakeFfmpeg('killed', 'kill -9 $$'), 'The file cannot be decoded.'],
  ['failing', () => fakeFfmpeg('failing', 'exit 1'), 'The file cannot be decoded.'],
  ['printing junk', () => fakeFfmpeg('junk', 'echo junk'), 'The index of the file is damaged.'],
])('decoding AAC: with ffmpeg %s the file is rejected with a reason', async (_, create, reason) => {
  await expect(analyze(await create())).rejects.toMatchObject({
    message: reason,
    killed: undefined,
  })
})

test.each([
  ['hangs', 'echo $$ > "$0.pid"; exec /bin/sleep 600', { wallMs: 3000 }, 'time'],
  ['loops', 'echo $$ > "$0.pid"; while :; do :; done', { cpuMs: 1500 }, 'cpu'],
] as const)(
  'decoding AAC: ffmpeg that %s is killed with its sandbox',
  async (name, script, limits, killed) => {
    const programPath = await fakeFfmpeg(name, script)
    const processes: SandboxProcess[] = []
    const sandbox = createSandbox({
      concurrency: 1,
      maxQueue: 1,
      maxQueuePerClient: 1,
      maxMemoryBytes: 512 * 1024 ** 2,
      maxCpuSeconds: 600,
      niceness: 0,
      programPath,
      onStart: (started) => processes.push(started),
    })
    const unlimited = { cpuMs: 600_000, wallMs: 600_000, outputBytes: 8192 }
    const job = { task: 'audio-analysis', ...file, limits: { ...unlimited, ...limits } }
    await expect(sandbox.run('ada', job)).rejects.toMatchObject({ killed })
    await sandbox.close()
    const pid = Number(await readFile(path.join(programPath, 'ffmpeg.pid'), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(processes[0]?.isAlive).toBe(false)
  },
)

/** A zombie of a container without a reaper has ended too. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
  return !stat.includes(') Z')
}

standIn('decoding AAC with ffmpeg', needsProgram('ffmpeg'))
if (findFfmpeg()) {
  test('decoding AAC: an ADTS file behind a tag is decoded like one without', async () => {
    const adts = fixture('tone.aac')
    const framesIn = async (bytes: Buffer) => {
      const readBytes = async (start: number, end: number) => bytes.subarray(start, end)
      return (await analyzeAudio({ size: bytes.length, read: readBytes })).frames
    }
    const frames = await framesIn(adts)
    expect(frames).toBeGreaterThan(40_000)
    expect(await framesIn(Buffer.concat([id3Tag(10, Buffer.alloc(10)), adts]))).toBe(frames)
  })

  test('decoding AAC: the sandbox decodes an M4A file with the ffmpeg of the host', async () => {
    const processor = createAudioProcessor({ niceness: 0, concurrency: 1 })
    const { frames, sampleRate, isLossless } = await processor
      .analyze(file)
      .finally(() => processor.close())
    expect({ frames, sampleRate, isLossless }).toEqual({
      frames: 44_100,
      sampleRate: 22_050,
      isLossless: false,
    })
  })
}
