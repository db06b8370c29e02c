import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { edgeLength, isPolyglot } from './polyglot.ts'
import { createWorkQueue } from './work-queue.ts'

export type ImageVariant = { width: number; bytes: Uint8Array }
export type ImageEncoder = {
  /**
   * One webp for each width; undefined if the bytes are no picture that we take.
   * They are loaded only when it is their turn: those that wait must not fill the memory.
   */
  encode(load: () => Promise<Uint8Array>): Promise<ImageVariant[] | undefined>
}

const extensions: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp'])
const maxPixels = 40_000_000
/** Of an animation the first frame counts; one with more frames than this is no picture any more. */
const maxFrames = 1000
/** Beyond this a picture is cropped about its middle: webp ends at 16,383 pixels. */
const maxAspectRatio = 4
const quality = 82
const decodeTimeoutSeconds = 4

// Only what is named here can reach a decoder, even if the checks above it were fooled.
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
 * Re-encodes pictures, so that nothing of what was uploaded is served. Every width gets a file:
 * its shorter side is that width, or the source's own where that is smaller. Screens crop to a square.
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
          // libvips throws on what it cannot decode, on too many pixels and on too much time.
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
  // The source is decoded once, for the largest; the others are made from that.
  const largest = await sharp(bytes, options)
    .autoOrient()
    .resize({ ...sizeFor(source, Math.max(...widths)), fit: 'cover' })
    .toColourspace('srgb')
    .timeout({ seconds: decodeTimeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = largest.info
  const raw = { width, height, channels }

  const variants: ImageVariant[] = []
  for (const wanted of widths) {
    const encoded = await sharp(largest.data, { raw })
      .resize({ ...sizeFor(raw, wanted), fit: 'cover' })
      .webp({ quality })
      .toBuffer()
    variants.push({ width: wanted, bytes: encoded })
  }
  return variants
}

function sizeFor(source: { width: number; height: number }, wanted: number) {
  const ratio = source.width / source.height
  const kept = Math.min(Math.max(ratio, 1 / maxAspectRatio), maxAspectRatio)
  const shorter = Math.min(wanted, source.width, source.height)
  return {
    width: Math.min(source.width, Math.max(1, Math.round(kept > 1 ? shorter * kept : shorter))),
    height: Math.min(source.height, Math.max(1, Math.round(kept > 1 ? shorter : shorter / kept))),
  }
}
