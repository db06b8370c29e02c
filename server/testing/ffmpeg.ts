import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Debian's ffmpeg, as a reference. If it is not installed, prints one line and returns undefined, unless
 * FFMPEG_TESTS=required makes that an error.
 */
export function findFfmpeg(): Ffmpeg | undefined {
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0) return ffmpeg
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
  /** All samples, interleaved. */
  async decode(file: string): Promise<Float32Array> {
    const args = ['-v', 'error', '-i', file, '-f', 'f32le', 'pipe:1']
    const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer })
    return new Float32Array(Uint8Array.from(stdout).buffer)
  },
  /** What the filter `ebur128` measures, rounded to 0.1. */
  async measure(file: string): Promise<{ loudness: number; truePeak: number }> {
    const filter = ['-af', 'ebur128=peak=true:framelog=verbose']
    const args = ['-nostats', '-i', file, ...filter, '-f', 'null', '-']
    const { stderr } = await run('ffmpeg', args, { maxBuffer })
    const summary = stderr.split('Summary').at(-1) ?? ''
    const value = (name: string) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(summary)?.[1])
    return { loudness: value('I'), truePeak: value('Peak') }
  },
}
