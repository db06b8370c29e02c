import { crc32, inflateSync } from 'node:zlib'
import {
  type ImageInfo,
  ImageRejected,
  maxMetadataBytes,
  maxParts,
  type OnExif,
} from './image-limits.ts'

const signatureBytes = 8
const chunkOverhead = 12
const headerLength = 13
/** By color type. A palette is expanded to RGBA. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }
const maxTextChunks = 100

export function inspectPng(bytes: Buffer, onExif: OnExif): ImageInfo {
  const metadata = createMetadataBudget()
  let info: ImageInfo | undefined
  let parts = 0
  for (let at = signatureBytes; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    const start = at
    at += length + chunkOverhead
    if (at > bytes.length) throw new ImageRejected('truncated')
    if (type === 'eXIf') {
      onExif(data)
      bytes.writeUInt32BE(crc32(bytes.subarray(start + 4, at - 4)), at - 4)
    }
    if (++parts > maxParts) throw new ImageRejected('too many chunks')
    if (type === 'IEND') break
    if (!info) info = readHeader(type, data)
    else if (type === 'IHDR') throw new ImageRejected('two headers')
    else metadata.add(type, data)
  }
  if (!info) throw new ImageRejected('truncated')
  return info
}

function readHeader(type: string, data: Buffer): ImageInfo {
  if (type !== 'IHDR' || data.length !== headerLength) throw new ImageRejected('no header')
  const [depth, colorType, interlace] = [data.readUInt8(8), data.readUInt8(9), data.readUInt8(12)]
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    // Samples of 16 bits are in memory before and after their conversion, and an interlaced image as a whole: 33
    // megapixels of both took three seconds of CPU.
    bytesPerPixel: (channels[colorType] ?? 4) * (depth === 16 ? 4 : 1) * (interlace ? 2 : 1),
    frames: 1,
    scans: 1,
  }
}

/** Decoders read all metadata, and decompress it, before the first pixel. */
function createMetadataBudget() {
  let left = maxMetadataBytes
  let texts = 0
  return {
    add(type: string, data: Buffer) {
      if (/^(tEXt|zTXt|iTXt)$/.test(type) && ++texts > maxTextChunks)
        throw new ImageRejected('too many text chunks')
      if (/^(tEXt|zTXt|iTXt|iCCP|eXIf|sPLT)$/.test(type)) left -= data.length
      const compressed = compressedPart(type, data)
      if (left > 0 && compressed) left -= inflatedLength(compressed, left)
      if (left <= 0) throw new ImageRejected('too much metadata')
    },
  }
}

/** The compressed data: after the keyword and, in iTXt, the language and the translated keyword. */
function compressedPart(type: string, data: Buffer): Buffer | undefined {
  const keywordEnd = data.indexOf(0)
  if (keywordEnd === -1) return undefined
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(keywordEnd + 2)
  if (type !== 'iTXt' || data[keywordEnd + 1] !== 1) return undefined
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const translationEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1)
  return translationEnd === -1 ? undefined : data.subarray(translationEnd + 1)
}

/** More than the limit counts as the limit; what cannot be decompressed costs the decoder nothing either. */
function inflatedLength(compressed: Buffer, limit: number): number {
  try {
    return inflateSync(compressed, { maxOutputLength: limit }).length
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? limit : 0
  }
}
