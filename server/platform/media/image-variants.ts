import sharp from 'sharp'
import { z } from 'zod'
import { inspectImage } from './inspect/inspect-image.ts'
import { reduceExif } from './inspect/reduce-exif.ts'
import type { ImageVariant } from './media.ts'
import { edgeLength, isPolyglot } from './polyglot.ts'
import { maxFrameBytes, type Task } from './task.ts'

const maxPixels = 40_000_000
/** Longer images are cropped around the center: WebP is limited to 16,383 pixels. */
const maxAspectRatio = 4
const quality = 82

/**
 * Only these decoders can run, even if the checks before them were bypassed. For the whole process, so not in the
 * server's.
 */
function blockOtherDecoders() {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
}

sharp.cache(false)
sharp.concurrency(1)

const taskOptions = z.strictObject({ widths: z.array(z.int()), largeWidth: z.int().optional() })

/** Writes one WebP per width, in this order, then the large one, and returns their lengths. Runs in the sandbox. */
export const imageVariantsTask: Task = async ({ size, read, write }, options) => {
  blockOtherDecoders()
  const { widths, largeWidth } = taskOptions.parse(options)
  const blocks: Uint8Array[] = []
  for (let at = 0; at < size; at += maxFrameBytes)
    blocks.push(await read(at, Math.min(at + maxFrameBytes, size)))
  const bytes = Buffer.concat(blocks)
  inspectImage(bytes, reduceExif)
  if (isPolyglot(bytes.subarray(0, edgeLength), bytes.subarray(-edgeLength)))
    throw new Error('The file is also a page or an archive.')
  const variants = await encodeVariants(bytes, widths, largeWidth)
  const output = Buffer.concat(variants.map((variant) => variant.bytes))
  for (let at = 0; at < output.length; at += maxFrameBytes)
    await write(output.subarray(at, at + maxFrameBytes))
  return variants.map((variant) => variant.bytes.length)
}

/**
 * Re-encodes an image, so that no uploaded byte is served. Each width gets a file whose shorter side is that width,
 * or the source's if that is smaller. Clients crop to a square. `largeWidth` gets one only if the source is as large.
 * Throws if the image cannot be decoded.
 */
export async function encodeVariants(
  bytes: Uint8Array,
  required: readonly number[],
  largeWidth = Number.POSITIVE_INFINITY,
): Promise<ImageVariant[]> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const
  const { autoOrient: source } = await sharp(bytes, options).metadata()
  const isLarge = Math.min(source.width, source.height) >= largeWidth
  const widths = isLarge ? [...required, largeWidth] : required
  // The source is decoded once, for the largest width; the others are resized from that.
  const largest = await sharp(bytes, options)
    .autoOrient()
    .resize({ ...sizeFor(source, Math.max(...widths)), fit: 'cover' })
    .toColourspace('srgb')
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
      // The large one is rarely requested: encoding speed matters more than size.
      .webp({ quality, effort: width === largeWidth ? 0 : 4 })
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
