import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { renditionFormats } from '#server/platform/media/audio-formats.ts'
import {
  type AudioProcessor,
  createAudioProcessor,
} from '#server/platform/media/audio-processor.ts'
import { makeUser } from '#server/testing/factories.ts'
import { findFfmpeg } from '#server/testing/ffmpeg.ts'
import { ensureSandbox } from '../scripts/build.ts'
import { mebibytes, milliseconds } from './measurement/format.ts'
import { percentile } from './measurement/measure.ts'
import { cpuSeconds, memoryOf, memoryOfTree } from './measurement/processes.ts'
import { atMost, type Bench, type BenchContext, type Row } from './runner/bench.ts'
import { median } from './runner/rounds.ts'
import { type BenchServer, withBenchServer } from './servers/bench-server.ts'
import { putTracks } from './servers/tracks-on-disk.ts'
import { putFile, requestUploadUrl } from './servers/upload.ts'

const seconds = 180
const hour = 3600
/** Three partials and noise, because silence would be too easy to encode. */
const music = (duration: number) =>
  `aevalsrc=0.3*sin(440*2*PI*t)+0.2*sin(3*t)*sin(1320*2*PI*t)+0.05*random(0)|0.3*sin(660*2*PI*t)+0.05*random(1):d=${duration}:s=44100`
const files = [
  { name: 'wav', args: [] },
  { name: 'flac', args: [] },
  { name: 'mp3', args: ['-b:a', '256k'] },
  { name: 'm4a', args: ['-c:a', 'alac'] },
]
const steps = ['analysis', ...renditionFormats] as const
type Step = (typeof steps)[number]
const ffmpegArgs: Record<Step, string[]> = {
  analysis: ['-af', 'ebur128=peak=true', '-f', 'null', '-'],
  opus: ['-c:a', 'libopus', '-b:a', '96k', '-f', 'mp4', '/dev/null'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'mp4', '/dev/null'],
}

export const bench: Bench = {
  description: `CPU time of processing a track of three minutes in the sandbox, decoding included, as time and as a share of the track's
length, compared with ffmpeg with one thread. Then the peak memory of the sandbox process, and requests for the home feed and
a range of audio while four tracks wait to be processed, compared with the same without jobs. The M4A file holds ALAC.`,
  tools: [],
  async run(context) {
    const ffmpeg = findFfmpeg()
    if (!ffmpeg) return [{ label: 'all', figure: 'not measured: ffmpeg is not installed' }]
    const make = async (name: string, duration: number, args: readonly string[]) => {
      const file = path.join(context.scratch, `${duration}.${name}`)
      await ffmpeg.encodeFiles([{ source: music(duration), args, file }])
      return file
    }
    const rows: Row[] = []
    for (const { name, args } of files)
      rows.push(...(await compare(context, name, await make(name, seconds, args))))
    rows.push(await memoryOfHour(await make('mp3', hour, ['-b:a', '256k'])))
    const wav = path.join(context.scratch, `${seconds}.wav`)
    const settings = { RENDITIONS: 'on' }
    rows.push(
      ...(await withBenchServer(context, { settings }, (benchServer) =>
        latencies(context, benchServer, wav),
      )),
    )
    return rows
  },
}

async function compare({ rounds }: BenchContext, name: string, file: string): Promise<Row[]> {
  const times = new Map<string, number[]>()
  const record = (label: string, cpu: number) =>
    times.set(label, [...(times.get(label) ?? []), cpu])
  for (let round = 0; round < rounds; round++)
    await withProcessor(async (processor) => {
      const { frames, sampleRate } = await runStep(processor, file, 'analysis')
      for (const step of steps) {
        record(step, await cpuOf(() => runStep(processor, file, step, { frames, sampleRate })))
        record(`ffmpeg ${step}`, await cpuOf(() => runFfmpeg(file, step)))
      }
    })
  const medianOf = (label: string) => median(times.get(label) ?? [])
  return steps.map((step) => {
    const [own, reference] = [medianOf(step), medianOf(`ffmpeg ${step}`)]
    const share = ((100 * own) / seconds).toFixed(1)
    return {
      label: `${name}: ${step}`,
      figure: `${share} %; ffmpeg ${reference.toFixed(1)} s`,
      cpu: `${own.toFixed(1)} s`,
      ratio: own / reference,
    }
  })
}

const runFfmpeg = (file: string, step: Step) =>
  promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-threads',
    '1',
    '-i',
    file,
    ...ffmpegArgs[step],
  ])

async function withProcessor<T>(use: (processor: AudioProcessor) => Promise<T>): Promise<T> {
  await ensureSandbox()
  const processor = createAudioProcessor({ niceness: 0, concurrency: 1 })
  try {
    return await use(processor)
  } finally {
    await processor.close()
  }
}

async function runStep(
  processor: AudioProcessor,
  file: string,
  step: Step,
  { frames, sampleRate } = { frames: 0, sampleRate: 0 },
): Promise<{ frames: number; sampleRate: number }> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const source = {
    client: 'bench',
    size,
    async read(start: number, end: number) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(end - start),
        0,
        end - start,
        start,
      )
      return buffer.subarray(0, bytesRead)
    },
  }
  if (step === 'analysis') return await processor.analyze(source)
  await processor.render(
    source,
    { format: step, frames, sampleRate, maxBitrate: 1_000_000 },
    async () => {},
  )
  return { frames, sampleRate }
}

/** The CPU time of this process and of those that it starts. */
async function cpuOf(run: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(process.pid)
  await run()
  return cpuSeconds(process.pid) - before
}

async function memoryOfHour(file: string): Promise<Row> {
  let peak = 0
  await withProcessor(async (processor) => {
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOfTree(process.pid) - memoryOf(process.pid))
    }, 100)
    const analyzed = await runStep(processor, file, 'analysis')
    for (const step of renditionFormats) await runStep(processor, file, step, analyzed)
    clearInterval(watch)
  })
  const limit = 256
  return {
    label: '60 minutes of MP3: peak memory of the sandbox process',
    figure: mebibytes(peak),
    goal: atMost(limit, peak / 1024 ** 2, ' MiB'),
  }
}

async function latencies(
  context: BenchContext,
  benchServer: BenchServer,
  wav: string,
): Promise<Row[]> {
  const { db } = benchServer.postgres
  const { id } = await makeUser(db)
  const cookie = await benchServer.signIn(id)
  const [track] = await putTracks(db, benchServer.objects, { count: 20, size: 1_000_000 })
  const paths = { home: '/api/discover', audio: `/api/tracks/${track?.id}/audio` }
  const measure = async (url: string) => {
    const times: number[] = []
    const end = performance.now() + context.seconds * 1000
    while (performance.now() < end) {
      const start = performance.now()
      const headers = { range: 'bytes=0-65535' }
      await fetch(benchServer.server.url + url, { headers }).then((response) =>
        response.arrayBuffer(),
      )
      times.push(performance.now() - start)
    }
    return { median: percentile(times, 0.5), slow: percentile(times, 0.95) }
  }
  const quiet = { home: await measure(paths.home), audio: await measure(paths.audio) }
  const jobs = await Promise.all([1, 2, 3, 4].map(() => createTrack(benchServer, cookie, wav)))
  const busy = { home: await measure(paths.home), audio: await measure(paths.audio) }
  context.log(`${jobs.length} tracks were processed meanwhile`)
  return (['home', 'audio'] as const).map((name) => {
    const ratio = busy[name].median / quiet[name].median
    const show = ({ median, slow }: { median: number; slow: number }) =>
      `${milliseconds(median)}, ${milliseconds(slow)}`
    return {
      label: `${name} while four tracks wait: median, 95th percentile`,
      figure: `${show(busy[name])}; without jobs ${show(quiet[name])}`,
      ratio,
      goal: atMost(2, ratio),
    }
  })
}

async function createTrack({ server }: BenchServer, cookie: string, wav: string): Promise<void> {
  const uploadUrl = await requestUploadUrl(server, cookie)
  const { size } = await open(wav).then(async (handle) => {
    await using file = handle
    return file.stat()
  })
  await putFile(uploadUrl, wav, size)
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
  const send = (method: string, url: string, body: object) =>
    fetch(server.url + url, { method, headers, body: JSON.stringify(body) })
  const registered = await send('PUT', '/api/tracks/audio', { audioURL: uploadUrl })
  const { objectPath } = (await registered.json()) as { objectPath: string }
  await send('POST', '/api/tracks', { title: 'Busy', audioUrl: objectPath })
}
