import { type ImageInfo, ImageRejected, maxParts, type OnExif } from './image-limits.ts'
import { exifPrefix } from './reduce-exif.ts'

const app1 = 0xe1
const startOfScan = 0xda
const endOfImage = 0xd9
const maxScans = 1000

/** Markers without a length: TEM, restart intervals, start of image. */
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
/** SOF0 to SOF15, without the tables for Huffman and arithmetic coding (DHT, DAC) and a reserved one. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

export function inspectJpeg(bytes: Buffer, onExif: OnExif): ImageInfo {
  let frame: FrameHeader | undefined
  let scans = 0
  let parts = 0
  for (let at = nextMarker(bytes, 2); at !== -1; ) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === endOfImage || scans > maxScans) break
    if (++parts > maxParts) throw new ImageRejected('too many segments')
    if (isStandalone(marker)) {
      at = nextMarker(bytes, at + 2)
      continue
    }
    if (marker === startOfScan) scans++
    if (marker === app1) {
      const data = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))
      if (data.toString('latin1', 0, exifPrefix.length) === exifPrefix) onExif(data)
    }
    if (isFrameHeader(marker)) {
      if (frame) throw new ImageRejected('two frame headers')
      frame = readFrameHeader(bytes, at)
    }
    at = nextMarker(bytes, at + 2 + bytes.readUInt16BE(at + 2))
  }
  if (!frame) throw new ImageRejected('no frame header')
  const { width, height, components } = frame
  // Of an image in several scans, the decoder holds all coefficients in memory, two bytes each.
  const bytesPerPixel = components * (scans > 1 ? 2 : 1)
  return { width, height, bytesPerPixel, frames: 1, scans: Math.max(1, scans) }
}

/** The next 0xff that is neither stuffing (0xff00), fill (0xffff) nor a restart marker within a scan; -1 if there is none. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return -1
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return -1
}

type FrameHeader = { width: number; height: number; components: number }

function readFrameHeader(bytes: Buffer, at: number): FrameHeader {
  return {
    height: bytes.readUInt16BE(at + 5),
    width: bytes.readUInt16BE(at + 7),
    components: bytes.readUInt8(at + 9),
  }
}
