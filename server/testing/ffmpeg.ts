import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findProgram } from './needs.ts'

/** Debian's ffmpeg, as a reference, if it is installed. */
export const findFfmpeg = (): Ffmpeg | undefined => (findProgram('ffmpeg') ? ffmpeg : undefined)

type Ffmpeg = typeof ffmpeg

const run = promisify(execFile)
const maxBuffer = 256 * 1024 ** 2

/** What a source filter generates, encoded into a file. */
type Encoding = { source: string; args: readonly string[]; file: string }

const ffmpeg = {
  /** All in one process, because ffmpeg takes longer to start than to encode a few seconds. */
  async encodeFiles(encodings: readonly Encoding[]): Promise<void> {
    const sources = [...new Set(encodings.map(({ source }) => source))]
    await run('ffmpeg', [
      ...['-v', 'error', '-y'],
      ...sources.flatMap((source) => ['-f', 'lavfi', '-i', source]),
      ...encodings.flatMap(({ source, args, file }) => [
        ...['-map', `${sources.indexOf(source)}:a`],
        ...args,
        file,
      ]),
    ])
  },
  /** Of each file all samples, interleaved, and what the filter `ebur128` measures, rounded to 0.1. */
  async decodeFiles(files: readonly string[]): Promise<(Loudness & { samples: Float32Array })[]> {
    const filters = files.map((_, i) => `[${i}:a]ebur128@${i}=${measuring}[measured${i}]`)
    const { stderr } = await run(
      'ffmpeg',
      [
        ...['-nostats', '-y'],
        ...files.flatMap((file) => ['-i', file]),
        ...['-filter_complex', filters.join(';')],
        ...files.flatMap((_, i) => ['-map', `[measured${i}]`, '-f', 'null', '-']),
        ...files.flatMap((file, i) => ['-map', `${i}:a`, '-f', 'f32le', `${file}.f32`]),
      ],
      { maxBuffer },
    )
    const samplesOf = async (file: string) =>
      new Float32Array(Uint8Array.from(await readFile(`${file}.f32`)).buffer)
    return Promise.all(
      files.map(async (file, i) => ({
        samples: await samplesOf(file),
        ...summaryOf(stderr.split(`[ebur128@${i} @`).at(-1) ?? ''),
      })),
    )
  },
  /** A hash of all decoded samples. */
  async hashSamples(file: string): Promise<string> {
    const args = ['-v', 'error', '-i', file, '-map', '0:a', '-f', 'md5', '-']
    return (await run('ffmpeg', args)).stdout
  },
  async probe(file: string): Promise<Probed> {
    const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', file]
    return JSON.parse((await run('ffprobe', args)).stdout) as Probed
  },
  async measure(file: string): Promise<Loudness> {
    const args = ['-nostats', '-i', file, '-af', `ebur128=${measuring}`, '-f', 'null', '-']
    return summaryOf((await run('ffmpeg', args, { maxBuffer })).stderr)
  },
}

/** Container and streams with their tags, as ffprobe prints them. */
type Probed = {
  format: { tags?: Record<string, string> }
  streams: { codec_type: string; codec_name: string; tags?: Record<string, string> }[]
}

type Loudness = { loudness: number; truePeak: number }

const measuring = 'peak=true:framelog=verbose'

function summaryOf(output: string): Loudness {
  const [, summary = ''] = output.split('Summary:')
  const value = (name: string) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(summary)?.[1])
  return { loudness: value('I'), truePeak: value('Peak') }
}
