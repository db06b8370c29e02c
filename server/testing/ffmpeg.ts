import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

let isInstalled: boolean | undefined

/**
 * Debian's ffmpeg, as a reference. If it is not installed, prints one line and returns undefined, unless
 * FFMPEG_TESTS=required makes that an error.
 */
export function findFfmpeg(): Ffmpeg | undefined {
  isInstalled ??= spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
  if (isInstalled) return ffmpeg
  if (process.env['FFMPEG_TESTS'] === 'required') throw new Error('ffmpeg is not installed.')
  console.log('ffmpeg is not installed: decoders and meters are not compared with it.')
  return undefined
}

type Ffmpeg = typeof ffmpeg

const run = promisify(execFile)
const maxBuffer = 256 * 1024 ** 2

const ffmpeg = {
  /** Encodes what a source filter generates. */
  async encodeFile(source: string, args: readonly string[], file: string): Promise<void> {
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...args, file])
  },
  /** All samples, interleaved, and what the filter `ebur128` measures, rounded to 0.1. */
  async decode(file: string): Promise<Loudness & { samples: Float32Array }> {
    const { stdout, stderr } = await run(
      'ffmpeg',
      ['-nostats', '-i', file, '-f', 'f32le', 'pipe:1', ...measuring],
      { encoding: 'buffer', maxBuffer },
    )
    return { samples: new Float32Array(Uint8Array.from(stdout).buffer), ...summaryOf(`${stderr}`) }
  },
  async measure(file: string): Promise<Loudness> {
    const { stderr } = await run('ffmpeg', ['-nostats', '-i', file, ...measuring], { maxBuffer })
    return summaryOf(stderr)
  },
}

type Loudness = { loudness: number; truePeak: number }

const measuring = ['-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-']

function summaryOf(output: string): Loudness {
  const summary = output.split('Summary').at(-1) ?? ''
  const value = (name: string) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(summary)?.[1])
  return { loudness: value('I'), truePeak: value('Peak') }
}
