import type { AudioFile } from '../audio-file.ts'
import { flacHeader, maxHeaderLength, readStreamInfo, streamInfoLength } from './flac-header.ts'

/** Steps back from the end of the file, up to the longest frame: eight channels of 65,535 samples. */
const windowLength = 64 * 1024
const maxFrameLength = 2 * 1024 * 1024

/** An encoder that wrote to a pipe could not add the length to the header. */
export async function flacSeconds(file: AudioFile): Promise<number> {
  const { frames, sampleRate } = await readStreamInfo(file)
  return (frames || (await flacLength(file))) / sampleRate
}

/**
 * The number of samples up to the end of the last frame, whatever the header of the file declares; 0 without a frame.
 */
export async function flacLength({ size, read }: AudioFile): Promise<number> {
  const { blockSize, sampleRate } = await readStreamInfo({ size, read })
  const first = Math.max(streamInfoLength, size - maxFrameLength)
  for (let end = size; end > first && sampleRate > 0; end -= windowLength) {
    const start = Math.max(first, end - windowLength)
    const bytes = Buffer.from(await read(start, Math.min(size, end + maxHeaderLength)))
    for (let at = end - start - 1; at >= 0; at--) {
      if (bytes[at] !== 0xff) continue
      const header = flacHeader(bytes.subarray(at, at + maxHeaderLength), blockSize)
      if (header) return header.start + header.samples
    }
  }
  return 0
}
