import { mp3FrameLength } from '../audio-frames.ts'
import { type AudioFile, inputLength } from './pcm.ts'

const readLength = 512 * 1024
/** This many consecutive frames are no coincidence. */
const minConsecutiveFrames = 4
const maxFrameLength = 1441
const lookahead = (minConsecutiveFrames + 1) * maxFrameLength

/**
 * The bytes of the frames of an MP3, without what is before, between and after them: unknown tags, and junk, in
 * which a decoder would find frames of other sample rates.
 */
export async function* mp3Frames({ size, read }: AudioFile): AsyncGenerator<Uint8Array> {
  let format: number | undefined
  for (let position = 0; position < size; ) {
    const bytes = await read(position, Math.min(size, position + readLength))
    const isEnd = position + bytes.length >= size
    const stop = isEnd ? bytes.length : bytes.length - lookahead
    let at = 0
    while (at < stop) {
      const start = at
      while (at < stop && format !== undefined && formatOf(bytes, at) === format)
        at += mp3FrameLength(bytes, at) ?? 1
      yield* inPieces(bytes.subarray(start, at))
      if (at >= stop) break
      at = nextRun(bytes, at, stop, isEnd)
      format = at < stop ? formatOf(bytes, at) : format
    }
    // No progress: the file was truncated meanwhile.
    if (at === 0) return
    position += at
  }
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += inputLength) yield bytes.subarray(at, at + inputLength)
}

/** Version, layer and sample rate, which frames of one recording have in common; undefined if there is no frame. */
function formatOf(bytes: Uint8Array, at: number): number | undefined {
  if (mp3FrameLength(bytes, at) === undefined) return undefined
  return (((bytes[at + 1] ?? 0) & 0xfe) << 8) | ((bytes[at + 2] ?? 0) & 0x0c)
}

/** Where consecutive frames of one format start, or `stop`. A few are enough if the file ends with them. */
function nextRun(bytes: Uint8Array, from: number, stop: number, isEnd: boolean): number {
  for (
    let start = bytes.indexOf(0xff, from);
    start !== -1;
    start = bytes.indexOf(0xff, start + 1)
  ) {
    if (start >= stop) return stop
    const format = formatOf(bytes, start)
    let at = start
    let frames = 0
    while (
      frames < minConsecutiveFrames &&
      format !== undefined &&
      formatOf(bytes, at) === format
    ) {
      at += mp3FrameLength(bytes, at) ?? 1
      frames++
    }
    const isWholeEnd = isEnd && frames > 1 && at === bytes.length
    if (frames === minConsecutiveFrames || isWholeEnd) return start
  }
  return stop
}
