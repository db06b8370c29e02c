import type { AudioFile } from './audio-file.ts'
import { maxFrameBytes } from './task.ts'

/** MP3 and AAC files are sequences of frames: a few consecutive ones distinguish them from anything else. */

/** `format` is the same for all frames of one recording. */
type Frame = { length: number; format: number }
export type ReadFrame = (bytes: Uint8Array, at: number) => Frame | undefined

export const minConsecutiveFrames = 4

/**
 * Where consecutive frames of one format start, before `stop`; `stop` if nowhere. Two are enough if they are at the end
 * of the audio.
 */
export function findFrames(
  bytes: Uint8Array,
  readFrame: ReadFrame,
  { from = 0, stop = bytes.length, isEnd }: { from?: number; stop?: number; isEnd: boolean },
): number {
  for (let start = nextSync(bytes, from); start < stop; start = nextSync(bytes, start + 1)) {
    const first = readFrame(bytes, start)
    let [at, frames] = [start, 0]
    for (let frame = first; frame && frame.format === first?.format; frames++) {
      at += frame.length
      if (frames + 1 === minConsecutiveFrames) return start
      frame = readFrame(bytes, at)
    }
    if (isEnd && frames > 1 && at === bytes.length) return start
  }
  return stop
}

const maxHeaderBytes = 8

/** Counts all frames from a position on, for files without a duration. */
export async function countFrames({ size, read }: AudioFile, readFrame: ReadFrame) {
  let frames = 0
  for (let position = 0; position < size; ) {
    const bytes = await read(position, Math.min(size, position + maxFrameBytes))
    let at = 0
    while (at === 0 || at < bytes.length - maxHeaderBytes) {
      const frame = readFrame(bytes, at)
      if (frame) frames++
      at = frame ? at + frame.length : nextSync(bytes, at + 1)
    }
    position += at
  }
  return frames
}

function nextSync(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(0xff, from)
  return at === -1 ? bytes.length : at
}

const mpeg1Rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Rates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const mpeg1 = 3
const mpeg25 = 0
const layer3 = 1

export const readMp3Frame: ReadFrame = (bytes, at) => {
  const [b0, b1 = 0, b2 = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return undefined
  const version = (b1 >> 3) & 3
  const layer = (b1 >> 1) & 3
  const kilobits = (version === mpeg1 ? mpeg1Rates : mpeg2Rates)[(b2 >> 4) - 1]
  const fullRate = [44100, 48000, 32000][(b2 >> 2) & 3]
  if (version === 1 || layer !== layer3 || !kilobits || !fullRate) return undefined
  const sampleRate = fullRate / (version === mpeg1 ? 1 : version === mpeg25 ? 4 : 2)
  const perSample = version === mpeg1 ? 144_000 : 72_000
  const length = Math.floor((perSample * kilobits) / sampleRate) + ((b2 >> 1) & 1)
  // Version, layer and sample rate.
  return { length, format: ((b1 & 0xfe) << 8) | (b2 & 0x0c) }
}

export const readAdtsFrame: ReadFrame = (bytes, at) => {
  const [b0 = 0, b1 = 0, , b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6)
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return undefined
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5)
  return length > 7 ? { length, format: 0 } : undefined
}
