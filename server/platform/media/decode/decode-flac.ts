import { FLACDecoder } from '@wasm-audio-decoders/flac'
import type { DecodeBudget } from './decode-limits.ts'
import { flacFrames } from './flac-frames.ts'
import { readStreamInfo } from './flac-header.ts'
import { flacLength } from './flac-length.ts'
import type { AudioFile, PcmBlock } from './pcm.ts'

/** The longest frame: of a truncated file, the last one is lost. */
const maxLostFrames = 65_536
const silenceLength = 16 * 1024

/** Damaged frames are silent, so that everything after them is where it was. */
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
        // It would fill the gap again.
        await decoder.reset()
      }
      length += samples
    }
  } finally {
    decoder.free()
  }
  const { frames } = await flacLength(file)
  if (frames - length > maxLostFrames) throw new Error('The file is damaged.')
}

/** In blocks: a stretch of damaged frames may have minutes. */
function* silence(
  samples: number,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Generator<PcmBlock> {
  for (let left = samples; left > 0; left -= silenceLength) {
    const length = Math.min(left, silenceLength)
    yield { sampleRate, channels: Array.from({ length: channels }, () => new Float32Array(length)) }
  }
}
