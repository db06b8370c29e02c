import type { AudioFile } from '../audio-file.ts'
import { findFrames, minConsecutiveFrames, readMp3Frame } from '../audio-frames.ts'
import { inputLength } from './pcm.ts'

const readLength = 512 * 1024
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
      while (at < stop) {
        const frame = readMp3Frame(bytes, at)
        if (frame?.format !== format || !frame) break
        at += frame.length
      }
      yield* inPieces(bytes.subarray(start, at))
      if (at >= stop) break
      at = findFrames(bytes, readMp3Frame, { from: at, stop, isEnd })
      if (at < stop) format = readMp3Frame(bytes, at)?.format
    }
    // No progress: the file was truncated meanwhile.
    if (at === 0) return
    position += at
  }
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += inputLength) yield bytes.subarray(at, at + inputLength)
}
