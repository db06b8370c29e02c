import { z } from 'zod'
import type { AudioFile } from '../audio-file.ts'
import { renditionFormats } from '../audio-formats.ts'
import { decodeAudio } from '../decode/decode-audio.ts'
import type { PcmBlock } from '../decode/pcm.ts'
import type { Task } from '../task.ts'
import { downmix } from './downmix.ts'
import { downmixGain } from './downmix-gain.ts'
import { createFrameEncoder, encoderSampleRate, type FrameEncoder } from './encoders.ts'
import { type Fragment, type Mp4Track, mp4Fragment, mp4Header } from './fragmented-mp4.ts'
import { Resampler } from './resampler.ts'

/** `frames` and `sampleRate` are those of the analysis: the index declares the exact length. */
const renderOptions = z.strictObject({
  format: z.enum(renditionFormats),
  frames: z.int().positive(),
  sampleRate: z.int().positive(),
  maxBitrate: z.int().positive(),
})
type RenderOptions = z.infer<typeof renderOptions>

type Write = (bytes: Uint8Array) => Promise<void>

const fragmentSeconds = 10
const writeBytes = 512 * 1024
/** The decoder may return minutes of audio at once. */
const blockFrames = 16 * 1024

/**
 * Runs in the sandbox. Writes the fragments and then the header that precedes them in the file, because it says where
 * they are; returns the length of the header.
 */
export const renderTask: Task = async (file, options) => {
  const write = bufferedWrite((bytes) => file.write(bytes))
  const header = await renderAudio(file, renderOptions.parse(options), write.add)
  await write.add(header)
  await write.flush()
  return { headerBytes: header.length }
}

/** Encodes a file straight from its decoder, in bounded memory. Returns the header. */
async function renderAudio(
  file: AudioFile,
  { format, frames, sampleRate, maxBitrate }: RenderOptions,
  write: Write,
): Promise<Buffer> {
  const rate = encoderSampleRate(format, sampleRate)
  const total = Math.max(1, Math.round((frames * rate) / sampleRate))
  let encoding: Encoding | undefined
  let gain: number | undefined
  for await (const block of blocksOf(decodeAudio(file))) {
    gain ??= block.channels.length > 2 ? await downmixGain(blocksOf(decodeAudio(file))) : 1
    const channels = downmix(block.channels, block.mask, gain)
    encoding ??= await startEncoding(channels.length, sampleRate)
    await encoding.add(channels)
  }
  if (!encoding) throw new Error('The file has no audio that can be decoded.')
  return encoding.end()

  async function startEncoding(channelCount: number, from: number) {
    const channels = channelCount === 1 ? 1 : 2
    const encoder = await createFrameEncoder(format, { sampleRate: rate, channels, maxBitrate })
    const resampler = from === rate ? undefined : new Resampler(from, rate, channels)
    const track = { ...encoder, sampleRate: rate, channels, frames: total }
    return new Encoding(encoder, track, resampler, write)
  }
}

async function* blocksOf(decoded: AsyncIterable<PcmBlock>): AsyncGenerator<PcmBlock> {
  for await (const { channels, ...rest } of decoded)
    for (let at = 0; at < (channels[0]?.length ?? 0); at += blockFrames)
      yield { ...rest, channels: channels.map((samples) => samples.subarray(at, at + blockFrames)) }
}

class Encoding {
  readonly #fragments: Fragment[] = []
  #packets: Uint8Array[] = []
  #packetCount = 0
  #frame: Float32Array
  #filled = 0
  readonly #encoder: FrameEncoder
  readonly #track: Mp4Track
  readonly #resampler: Resampler | undefined
  readonly #write: Write
  /** The packet with the last sound. Its duration is not shortened, which players need to join recordings without a gap. */
  readonly #lastPacket: number
  readonly #packetsPerFragment: number

  constructor(
    encoder: FrameEncoder,
    track: Mp4Track,
    resampler: Resampler | undefined,
    write: Write,
  ) {
    const { frameSize, priming, frames, channels, sampleRate } = track
    this.#encoder = encoder
    this.#track = track
    this.#resampler = resampler
    this.#write = write
    this.#frame = new Float32Array(frameSize * channels)
    this.#lastPacket = Math.ceil((priming + frames) / frameSize)
    this.#packetsPerFragment = Math.round((fragmentSeconds * sampleRate) / frameSize)
  }

  add(channels: Float32Array[]): Promise<void> {
    return this.#encode(this.#resampler?.add(channels) ?? channels)
  }

  async end(): Promise<Buffer> {
    if (this.#resampler) await this.#encode(this.#resampler.end())
    while (this.#packetCount < this.#lastPacket) {
      this.#frame.fill(0, this.#filled * this.#track.channels)
      await this.#encodeFrame()
    }
    await this.#endFragment()
    this.#encoder.free()
    return mp4Header(this.#track, this.#fragments)
  }

  async #encode(channels: Float32Array[]): Promise<void> {
    const { channels: count, frameSize } = this.#track
    const length = channels[0]?.length ?? 0
    for (let i = 0; i < length; i++) {
      for (let channel = 0; channel < count; channel++)
        this.#frame[this.#filled * count + channel] = channels[channel]?.[i] as number
      if (++this.#filled === frameSize) await this.#encodeFrame()
    }
  }

  async #encodeFrame(): Promise<void> {
    this.#filled = 0
    for (const packet of this.#encoder.encode(this.#frame)) {
      if (this.#packetCount === this.#lastPacket) return
      this.#packets.push(packet.slice())
      this.#packetCount++
      if (this.#packets.length === this.#packetsPerFragment) await this.#endFragment()
    }
  }

  async #endFragment(): Promise<void> {
    if (this.#packets.length === 0) return
    const { frameSize } = this.#track
    const bytes = mp4Fragment(this.#packets, {
      sequence: this.#fragments.length + 1,
      start: (this.#packetCount - this.#packets.length) * frameSize,
    })
    this.#fragments.push({ bytes: bytes.length, duration: this.#packets.length * frameSize })
    this.#packets = []
    await this.#write(bytes)
  }
}

/** Writes few large pieces, because the server limits the number of requests. */
function bufferedWrite(write: Write) {
  let waiting: Uint8Array[] = []
  let length = 0
  async function flush() {
    const bytes = Buffer.concat(waiting)
    waiting = []
    length = 0
    for (let at = 0; at < bytes.length; at += writeBytes)
      await write(bytes.subarray(at, at + writeBytes))
  }
  return {
    flush,
    async add(bytes: Uint8Array) {
      waiting.push(bytes)
      length += bytes.length
      if (length >= writeBytes) await flush()
    },
  }
}
