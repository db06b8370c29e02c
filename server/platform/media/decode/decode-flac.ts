import { FLACDecoder } from '@wasm-audio-decoders/flac'
import type { AudioFile } from '../audio-file.ts'
import type { DecodeBudget } from '../decode-limits.ts'
import { flacFrames } from './flac-frames.ts'
import { readStreamInfo } from './flac-header.ts'
import { flacLength } from './flac-length.ts'
import type { PcmBlock } from './pcm.ts'

/** Samples of the longest frame: of a truncated file, the last frame is lost. */
const maxLostFrames = 65_536
const silenceLength = 16 * 1024

/** Damaged frames are replaced with silence, so that everything after them stays at its time. */
export async function* decodeFlac(file: AudioFile, budget: DecodeBudget): AsyncGenerator<PcmBlock> {
  const { sampleRate, channels } = await readStreamInfo(file)
  const decoder = new FLACDecoder()
  await decoder.ready
  let length = 0
  try {
    for await (const { bytes, samples, isLast } of flacFrames(file)) {
      const decoded = bytes && (await decoder.decodeFrames([bytes]))
      if (decoded?.samplesDecoded === samples)
        yield { channels: decoded.channelData, sampleRate: decoded.sampleRate }
      else if (isLast) break
      else {
        budget.errors(1)
        yield* silence(samples, { sampleRate, channels })
        // Otherwise the decoder would fill the gap too.
        await decoder.reset()
      }
      length += samples
    }
  } finally {
    decoder.free()
  }
  if ((await flacLength(file)) - length > maxLostFrames) throw new Error('The file is damaged.')
}

/** In blocks: a stretch of damaged frames may be minutes long. */
function* silence(
  samples: number,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Generator<PcmBlock> {
  for (let left = samples; left > 0; left -= silenceLength) {
    const length = Math.min(left, silenceLength)
    yield { sampleRate, channels: Array.from({ length: channels }, () => new Float32Array(length)) }
  }
}
