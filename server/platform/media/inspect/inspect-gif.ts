import { type ImageInfo, ImageRejected } from './image-limits.ts'

const extension = 0x21
const imageDescriptor = 0x2c
const descriptorLength = 10
const headerLength = 13
const maxFrames = 2000
const maxExtensions = 10_000

const paletteLength = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

export function inspectGif(bytes: Buffer): ImageInfo {
  let width = bytes.readUInt16LE(6)
  let height = bytes.readUInt16LE(8)
  let [frames, extensions] = [0, 0]
  for (let at = headerLength + paletteLength(bytes.readUInt8(10)); frames <= maxFrames; ) {
    const kind = bytes[at]
    if (kind === extension) {
      if (++extensions > maxExtensions) throw new ImageRejected('too many extensions')
      at = skipSubBlocks(bytes, at + 2)
    } else if (kind === imageDescriptor) {
      frames++
      // A frame may be larger than the canvas.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      const palette = paletteLength(bytes.readUInt8(at + 9))
      at = skipSubBlocks(bytes, at + descriptorLength + palette + 1)
    } else break
  }
  return { width, height, bytesPerPixel: 4, frames, scans: 1 }
}

/** Data is in blocks of at most 255 bytes, up to an empty one. */
function skipSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1
  return at + 1
}
