import { MPEGDecoder } from 'mpg123-decoder'
import { mp3FrameLength } from '../audio-frames.ts'
import type { DecodeBudget } from './decode-limits.ts'
import { mp3Frames } from './mp3-frames.ts'
import type { AudioFile, PcmBlock } from './pcm.ts'

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

/** Whether the first frame that is followed by another one is mono. */
async function hasSingleChannel(file: AudioFile): Promise<boolean> {
  const bytes = await file.read(0, Math.min(file.size, searchLength))
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const length = mp3FrameLength(bytes, at)
    if (length === undefined || mp3FrameLength(bytes, at + length) === undefined) continue
    return (bytes[at + 3] ?? 0) >> 6 === singleChannel
  }
  return false
}
