import { type ImageFormat, imageFormat } from '../signatures.ts'
import { assertWithinLimits, type ImageInfo, ImageRejected, type OnExif } from './image-limits.ts'
import { inspectGif } from './inspect-gif.ts'
import { inspectJpeg } from './inspect-jpeg.ts'
import { inspectPng } from './inspect-png.ts'
import { inspectWebp } from './inspect-webp.ts'

const inspectors: Record<ImageFormat, (bytes: Buffer, onExif: OnExif) => ImageInfo> = {
  jpeg: inspectJpeg,
  png: inspectPng,
  gif: inspectGif,
  webp: inspectWebp,
}

/**
 * Reads the structure of an image file without decoding it, and throws if decoding would be too expensive. `onExif` may
 * change EXIF data in place.
 * It does not validate: the decoder does.
 */
export function inspectImage(bytes: Buffer, onExif: OnExif = () => {}): ImageInfo {
  const format = imageFormat(bytes)
  if (!format) throw new ImageRejected('unknown format')
  try {
    const info = inspectors[format](bytes, onExif)
    assertWithinLimits(info)
    return info
  } catch (error) {
    // A length that points past the end.
    if (error instanceof RangeError) throw new ImageRejected('truncated')
    throw error
  }
}
