import { blockLength, type RemoteTokenizer } from './remote-tokenizer.ts'

/** MP3 and AAC files are sequences of frames: a few consecutive ones distinguish them from anything else. */

export type FrameLength = (bytes: Uint8Array, at: number) => number | undefined

const minConsecutiveFrames = 4

/** Whether a sequence of frames starts somewhere in these bytes. Two are enough if the audio ends with them. */
export function hasFrameSync(
  bytes: Uint8Array,
  frameLength: FrameLength,
  { isWhole }: { isWhole: boolean },
): boolean {
  for (let start = bytes.indexOf(0xff); start !== -1; start = bytes.indexOf(0xff, start + 1)) {
    let at = start
    let frames = 0
    while (frames < minConsecutiveFrames) {
      const length = frameLength(bytes, at)
      if (length === undefined) break
      at += length
      frames++
    }
    if (frames === minConsecutiveFrames) return true
    if (isWhole && frames > 1 && at === bytes.length) return true
  }
  return false
}

const maxHeaderBytes = 8

/** Counts all frames from a position on, for files without a duration. */
export async function countFrames(
  file: RemoteTokenizer,
  start: number,
  frameLength: FrameLength,
): Promise<number> {
  const window = new Uint8Array(blockLength)
  let frames = 0
  for (let position = start; position < file.fileInfo.size; ) {
    const count = await file.peekBuffer(window, { position, mayBeLess: true })
    const bytes = window.subarray(0, count)
    let at = 0
    while (at === 0 || at < count - maxHeaderBytes) {
      const length = frameLength(bytes, at)
      if (length) frames++
      at = length ? at + length : nextSync(bytes, at + 1)
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

export const mp3FrameLength: FrameLength = (bytes, at) => {
  const [b0 = 0, b1 = 0, b2 = 0] = bytes.subarray(at, at + 3)
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return undefined
  const version = (b1 >> 3) & 3
  const layer = (b1 >> 1) & 3
  const kilobits = (version === mpeg1 ? mpeg1Rates : mpeg2Rates)[(b2 >> 4) - 1]
  const fullRate = [44100, 48000, 32000][(b2 >> 2) & 3]
  if (version === 1 || layer !== layer3 || !kilobits || !fullRate) return undefined
  const sampleRate = fullRate / (version === mpeg1 ? 1 : version === mpeg25 ? 4 : 2)
  const perSample = version === mpeg1 ? 144_000 : 72_000
  return Math.floor((perSample * kilobits) / sampleRate) + ((b2 >> 1) & 1)
}

export const adtsFrameLength: FrameLength = (bytes, at) => {
  const [b0 = 0, b1 = 0, , b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6)
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return undefined
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5)
  return length > 7 ? length : undefined
}
