import { MPEGDecoder } from 'mpg123-decoder'
import type { AudioFile } from '../audio-file.ts'
import { findFrames, readMp3Frame } from '../audio-frames.ts'
import type { DecodeBudget } from '../decode-limits.ts'
import { mp3Frames } from './mp3-frames.ts'
import type { PcmBlock } from './pcm.ts'

const searchLength = 64 * 1024
const singleChannel = 3

/** mpg123 removes the delay and padding that a LAME or Xing header declares. */
export async function* decodeMp3(file: AudioFile, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  const isMono = await hasSingleChannel(file)
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    for await (const bytes of mp3Frames(file)) {
      const { channelData, sampleRate, errors } = decoder.decode(bytes)
      budget.errors(errors.length)
      // The decoder returns mono as two equal channels.
      const channels = isMono ? channelData.slice(0, 1) : channelData
      if (channels[0]?.length) yield { channels, sampleRate }
    }
  } finally {
    decoder.free()
  }
}

async function hasSingleChannel({ size, read }: AudioFile): Promise<boolean> {
  const bytes = await read(0, Math.min(size, searchLength))
  const first = findFrames(bytes, readMp3Frame, { isEnd: bytes.length === size })
  return (bytes[first + 3] ?? 0) >> 6 === singleChannel
}
