import { type AudioFile, sliceOf, toBuffer } from './audio-file.ts'
import { maxFrameBytes } from './task.ts'

/** MP3 and AAC files are sequences of frames: a few consecutive ones distinguish them from anything else. */

/** `format` is the same for all frames of one recording, and none of it is shorter than `minLength`. */
type Frame = { length: number; minLength: number; format: number; seconds: number }
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
/** Junk between a tag and the first frame is common; more than this is not audio. */
const searchLength = 64 * 1024

/**
 * Seconds of all frames; 0 if there are none. Without a declared number that the file has space for, a constant bit rate
 * is taken to stay so.
 */
export async function framesSeconds(file: AudioFile, readFrame: ReadFrame): Promise<number> {
  const head = toBuffer(await file.read(0, Math.min(file.size, searchLength)))
  const at = findFrames(head, readFrame, { isEnd: head.length === file.size })
  const first = readFrame(head, at)
  if (!first) return 0
  const declared = declaredFrames(head.subarray(at, at + first.length))
  if (declared && declared * first.minLength <= file.size - at) return declared * first.seconds
  let [end, seconds, isConstant] = [at, 0, true]
  for (let frame: Frame | undefined = first; frame; frame = readFrame(head, end)) {
    end += frame.length
    seconds += frame.seconds
    // A constant bit rate needs a byte of padding in some frames.
    isConstant &&= Math.abs(frame.length - first.length) <= 1
  }
  return isConstant
    ? (seconds * (file.size - at)) / (end - at)
    : countSeconds(sliceOf(file, at), readFrame)
}

/** Most encoders of MP3 write the number of frames into the first one (a Xing header). */
function declaredFrames(frame: Buffer): number | undefined {
  const at = frame
    .subarray(0, 44)
    .toString('latin1')
    .search(/Xing|Info/)
  const hasFrames = at > 0 && at + 12 <= frame.length && frame.readUInt32BE(at + 4) & 1
  return hasFrames ? frame.readUInt32BE(at + 8) : undefined
}

async function countSeconds({ size, read }: AudioFile, readFrame: ReadFrame): Promise<number> {
  let seconds = 0
  for (let position = 0; position < size; ) {
    const bytes = await read(position, Math.min(size, position + maxFrameBytes))
    let at = 0
    while (at === 0 || at < bytes.length - maxHeaderBytes) {
      const frame = readFrame(bytes, at)
      if (frame) seconds += frame.seconds
      at = frame ? at + frame.length : nextSync(bytes, at + 1)
    }
    position += at
  }
  return seconds
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
  const rates = version === mpeg1 ? mpeg1Rates : mpeg2Rates
  const kilobits = rates[(b2 >> 4) - 1]
  const fullRate = [44100, 48000, 32000][(b2 >> 2) & 3]
  if (version === 1 || layer !== layer3 || !kilobits || !fullRate) return undefined
  const sampleRate = fullRate / (version === mpeg1 ? 1 : version === mpeg25 ? 4 : 2)
  const perSample = version === mpeg1 ? 144_000 : 72_000
  const length = Math.floor((perSample * kilobits) / sampleRate) + ((b2 >> 1) & 1)
  const minLength = Math.floor((perSample * Math.min(...rates)) / sampleRate)
  // Version, layer and sample rate.
  const seconds = (version === mpeg1 ? 1152 : 576) / sampleRate
  return { length, minLength, format: ((b1 & 0xfe) << 8) | (b2 & 0x0c), seconds }
}

const adtsRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
]

const adtsHeaderLength = 7

export const readAdtsFrame: ReadFrame = (bytes, at) => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6)
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return undefined
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5)
  const sampleRate = adtsRates[(b2 >> 2) & 15]
  if (length <= adtsHeaderLength || !sampleRate) return undefined
  return { length, minLength: adtsHeaderLength + 1, format: 0, seconds: 1024 / sampleRate }
}
