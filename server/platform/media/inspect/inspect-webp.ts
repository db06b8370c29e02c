import {
  type ImageInfo,
  ImageRejected,
  maxMetadataBytes,
  maxParts,
  type OnExif,
} from './image-limits.ts'

const riffHeader = 12
const chunkHeader = 8

export function inspectWebp(bytes: Buffer, onExif: OnExif): ImageInfo {
  let [width, height, frames, parts, metadata] = [0, 0, 0, 0, 0]
  const end = Math.min(bytes.length, chunkHeader + bytes.readUInt32LE(4))
  for (let at = riffHeader; at + chunkHeader <= end; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const size = sizeIn(type, bytes, at + chunkHeader)
    if (size) [width, height] = [Math.max(width, size.width), Math.max(height, size.height)]
    if (type === 'ANMF') frames++
    if (type === 'EXIF') onExif(bytes.subarray(at + chunkHeader, at + chunkHeader + length))
    if (/^(EXIF|XMP |ICCP)$/.test(type)) metadata += length
    if (metadata > maxMetadataBytes) throw new ImageRejected('too much metadata')
    if (++parts > maxParts) throw new ImageRejected('too many chunks')
    // Chunks have an even length.
    at += chunkHeader + length + (length & 1)
  }
  return { width, height, bytesPerPixel: 4, frames: Math.max(1, frames), scans: 1 }
}

function sizeIn(type: string, bytes: Buffer, at: number) {
  if (type === 'VP8X')
    return { width: bytes.readUIntLE(at + 4, 3) + 1, height: bytes.readUIntLE(at + 7, 3) + 1 }
  if (type === 'VP8L') {
    const bits = bytes.readUInt32LE(at + 1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (type === 'VP8 ')
    return {
      width: bytes.readUInt16LE(at + 6) & 0x3fff,
      height: bytes.readUInt16LE(at + 8) & 0x3fff,
    }
  if (type === 'ANMF')
    return { width: bytes.readUIntLE(at + 6, 3) + 1, height: bytes.readUIntLE(at + 9, 3) + 1 }
  return undefined
}
