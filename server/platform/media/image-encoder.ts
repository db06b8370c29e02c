import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { edgeLength, isPolyglot } from './polyglot.ts'
import { createWorkQueue } from './work-queue.ts'

type ImageVariant = { width: number; bytes: Uint8Array }
export type ImageEncoder = {
  /**
   * One WebP per width; undefined if the bytes are not a supported image.
   * The bytes are loaded when the job starts, so that queued jobs use no memory.
   */
  encode(load: () => Promise<Uint8Array>): Promise<ImageVariant[] | undefined>
}

const extensions: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp'])
const maxPixels = 40_000_000
/** Only the first frame of an animation is used; more frames than this are rejected. */
const maxFrames = 1000
/** Longer images are cropped around the centre: WebP is limited to 16,383 pixels. */
const maxAspectRatio = 4
const quality = 82
const decodeTimeoutSeconds = 4

// Only these decoders can run, even if the checks before them were bypassed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Re-encodes images, so that no uploaded byte is served. Each width gets a file whose shorter side is that width,
 * or the source's if that is smaller. Clients crop to a square.
 */
export function createImageEncoder({ widths }: { widths: readonly number[] }): ImageEncoder {
  const queue = createWorkQueue({ concurrency: 2, maxQueue: 100 })
  return {
    encode: (load) =>
      queue(async () => {
        const bytes = await load()
        if (!(await isSupportedImage(bytes))) return undefined
        try {
          return await encodeAll(bytes, widths)
        } catch {
          // libvips throws if it cannot decode the image, on too many pixels, and on a timeout.
          return undefined
        }
      }),
  }
}

async function isSupportedImage(bytes: Uint8Array): Promise<boolean> {
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!detected || !extensions.has(detected.ext)) return false
  return !isPolyglot(bytes.subarray(0, edgeLength), bytes.subarray(-edgeLength))
}

async function encodeAll(bytes: Uint8Array, widths: readonly number[]) {
  const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const
  const { autoOrient: source, pages = 1 } = await sharp(bytes, options).metadata()
  if (pages > maxFrames) return undefined
  // The source is decoded once, for the largest width; the others are resized from that.
  const largest = await sharp(bytes, options)
    .autoOrient()
    .resize({ ...sizeFor(source, Math.max(...widths)), fit: 'cover' })
    .toColourspace('srgb')
    .timeout({ seconds: decodeTimeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = {
    width: largest.info.width,
    height: largest.info.height,
    channels: largest.info.channels,
  }

  const variants: ImageVariant[] = []
  for (const width of widths) {
    const encoded = await sharp(largest.data, { raw })
      .resize({ ...sizeFor(raw, width), fit: 'cover' })
      .webp({ quality })
      .toBuffer()
    variants.push({ width, bytes: encoded })
  }
  return variants
}

function sizeFor(source: { width: number; height: number }, targetWidth: number) {
  const ratio = source.width / source.height
  const cropped = Math.min(Math.max(ratio, 1 / maxAspectRatio), maxAspectRatio)
  const shorter = Math.min(targetWidth, source.width, source.height)
  return {
    width: Math.min(
      source.width,
      Math.max(1, Math.round(cropped > 1 ? shorter * cropped : shorter)),
    ),
    height: Math.min(
      source.height,
      Math.max(1, Math.round(cropped > 1 ? shorter : shorter / cropped)),
    ),
  }
}
