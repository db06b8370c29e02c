/** What an image file declares, and what decoding it would cost. */
export type ImageInfo = {
  width: number
  height: number
  /** Memory while decoding: channels times bytes per sample times the copies that the decoder makes. */
  bytesPerPixel: number
  frames: number
  /** Passes over the whole image: a progressive JPEG has about ten. */
  scans: number
}

/** Called with the EXIF data of an image, which it may change in place. */
export type OnExif = (data: Buffer) => void

const MiB = 1024 ** 2

const limits = {
  side: 32_767,
  pixels: 40_000_000,
  decodedBytes: 256 * MiB,
  /** Only the first frame of an animation is used. */
  frames: 1000,
  scans: 100,
  scannedPixels: 1_000_000_000,
}

/** Parts of a file: chunks, segments or blocks. */
export const maxParts = 20_000
/** EXIF, XMP, text and color profiles of one image, decompressed. */
export const maxMetadataBytes = 4 * MiB

export class ImageRejected extends Error {
  constructor(reason: string) {
    super(`The image was rejected: ${reason}.`)
    this.name = 'ImageRejected'
  }
}

/** Throws if decoding would take too much memory or time. */
export function assertWithinLimits({ width, height, bytesPerPixel, frames, scans }: ImageInfo) {
  const pixels = width * height
  const reject = (reason: string) => {
    throw new ImageRejected(reason)
  }
  if (!(width > 0 && height > 0)) reject('it has no size')
  if (Math.max(width, height) > limits.side) reject('one side is too long')
  if (pixels > limits.pixels) reject('too many pixels')
  if (pixels * bytesPerPixel > limits.decodedBytes) reject('too large once decoded')
  if (frames > limits.frames) reject('too many frames')
  if (scans > limits.scans || scans * pixels > limits.scannedPixels) reject('too many scans')
}
