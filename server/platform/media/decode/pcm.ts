import type { AudioFile } from '../audio-file.ts'

/** Decoded samples of consecutive time, one array per channel, in the order of WAV: left, right, center, LFE, … */
export type PcmBlock = {
  channels: Float32Array[]
  sampleRate: number
  /** The channel mask of WAV (speakers.ts), where a file declares one. */
  mask?: number
  /** Set if the codec is lossless and its container can also hold lossy audio. */
  isLossless?: boolean
}

/** Decoders get this much at a time: the sparsest Opus makes four minutes of audio out of it. */
export const inputLength = 16 * 1024
const readLength = 512 * 1024

/** The bytes from `start` on, in pieces of at most `inputLength`. */
export async function* inputOf(
  { size, read }: AudioFile,
  start = 0,
  end = size,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += readLength) {
    const bytes = await read(at, Math.min(at + readLength, end))
    for (let offset = 0; offset < bytes.length; offset += inputLength)
      yield bytes.subarray(offset, offset + inputLength)
  }
}

/** Vorbis and Opus order surround channels differently: where each channel of WAV's order is in theirs. */
const vorbisOrders: Partial<Record<number, number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
}

export function inWavOrder(channels: Float32Array[]): Float32Array[] {
  const order = vorbisOrders[channels.length]
  return order ? order.map((index) => channels[index] as Float32Array) : channels
}
