import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { AudioFile } from '../audio-file.ts'
import { decodeWav } from './decode-wav.ts'
import type { PcmBlock } from './pcm.ts'

/** Only ADTS frames from the pipe, and nothing but AAC in them: no other file, no network, no other parser. */
const input = '-nostdin -threads 1 -protocol_whitelist pipe -codec_whitelist aac -f aac -i pipe:0'
const output = '-map 0:a:0 -c:a pcm_f32le -fflags +bitexact -f wav pipe:1'
const args = `-v quiet ${input} ${output}`.split(' ')

/** Decodes ADTS frames with the ffmpeg of the host. If this process ends, so does ffmpeg, because its input ends. */
export async function* decodeAac(adts: AsyncIterable<Uint8Array>): AsyncGenerator<PcmBlock> {
  const ffmpeg = startFfmpeg()
  const exit = once(ffmpeg, 'close').catch(() => {
    throw unsupportedAac()
  })
  const feeding = feed(ffmpeg.stdin, adts).catch((error) => {
    ffmpeg.kill('SIGKILL')
    throw error
  })
  for (const promise of [exit, feeding]) promise.catch(() => {})
  try {
    const pcm = await sequential(ffmpeg.stdout)
    if (pcm) yield* decodeWav(pcm)
    await feeding
    const [code] = await exit
    if (code !== 0) throw new Error('The file cannot be decoded.')
  } finally {
    ffmpeg.kill('SIGKILL')
  }
}

const unsupportedAac = () => new Error('The codec AAC is not supported.')

function startFfmpeg() {
  try {
    const env = { PATH: process.env['PROGRAM_PATH'] }
    return spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'ignore'], env })
  } catch {
    // The sandbox may not start another process.
    throw unsupportedAac()
  }
}

async function feed(stdin: Writable, adts: AsyncIterable<Uint8Array>): Promise<void> {
  // ffmpeg may exit before it has read all input.
  const closed = new Promise<void>((resolve) => stdin.once('close', resolve))
  stdin.on('error', () => {})
  for await (const bytes of adts) {
    if (stdin.destroyed) return
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain').catch(() => {}), closed])
  }
  stdin.end()
}

/** A stream as a file of which only bytes from the last read on can be read. Undefined if it is empty. */
async function sequential(stream: Readable): Promise<AudioFile | undefined> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return undefined
  let available = first.value
  let position = 0
  return {
    size: Infinity,
    async read(start, end) {
      while (position + available.length < end) {
        const next = await chunks.next()
        if (next.done) break
        available = Buffer.concat([available.subarray(Math.max(0, start - position)), next.value])
        position = Math.max(position, start)
      }
      available = available.subarray(Math.max(0, start - position))
      position = Math.max(position, start)
      return available.subarray(0, end - start)
    },
  }
}
