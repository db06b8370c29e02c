import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  interlacedPng,
  manyEntriesZip,
  progressiveJpeg,
  textBombPng,
} from '#server/testing/hostile-files.ts'
import {
  blankPng,
  createImage,
  gifWithFrames,
  type ImageFormat,
  jpegOfSize,
  pngChunk,
} from '#server/testing/sample-files.ts'
import { inspectImage } from './inspect-image.ts'

test.each<[ImageFormat, number]>([
  ['jpeg', 3],
  ['png', 3],
  ['gif', 4],
  ['webp', 4],
])('inspecting a %s returns its size, with %i bytes per pixel', async (format, bytesPerPixel) => {
  const bytes = await createImage({ width: 320, height: 200, format })
  const info = { width: 320, height: 200, bytesPerPixel, frames: 1, scans: 1 }
  expect(inspectImage(bytes)).toEqual(info)
})

test('inspecting images: photographs in every common encoding are accepted', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = sharp({
    create: { width: 240, height: 200, channels: 3, background: '#888', noise },
  })
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'Ada' } })
  for (const bytes of [
    await photo.clone().jpeg({ progressive: true }).toBuffer(),
    await photo.clone().jpeg({ mozjpeg: true }).toBuffer(),
    await photo.clone().png({ progressive: true }).toBuffer(),
    await photo.clone().toColourspace('rgb16').png().toBuffer(),
    await photo.clone().png({ palette: true }).toBuffer(),
    await photo.clone().webp({ lossless: true }).toBuffer(),
    await photo.clone().ensureAlpha().webp().toBuffer(),
  ])
    expect(inspectImage(bytes)).toMatchObject({ width: 240, height: 200 })
})

test('inspecting images: bytes after the end of a JPEG do not matter', async () => {
  expect(inspectImage(await jpegOfSize(100_000))).toMatchObject({ width: 300, scans: 1 })
})

test('inspecting images: the frames of an animation are counted', async () => {
  expect(inspectImage(gifWithFrames(50))).toMatchObject({ width: 10, height: 10, frames: 50 })
  const raw = { width: 10, height: 30, channels: 3, pageHeight: 10 } as const
  const frames = sharp(randomBytes(900), { raw })
  expect(inspectImage(await frames.webp().toBuffer())).toMatchObject({ height: 10, frames: 3 })
})

const png = blankPng(10, 10)
const withChunks = (chunk: Buffer, count: number) =>
  Buffer.concat([
    png.subarray(0, 33),
    ...Array.from({ length: count }, () => chunk),
    png.subarray(33),
  ])
/** RGBA with 16 bits per sample. */
const deepPng = (width: number, height: number) => {
  const deep = blankPng(width, height)
  deep.set([16, 6], 24)
  return deep
}
const truncated = (format: ImageFormat) => async () =>
  (await createImage({ format })).subarray(0, 20)

test.each<[string, string, () => Buffer | Promise<Buffer>]>([
  ['39,999,999 by 1 pixels', 'one side is too long', () => interlacedPng(39_999_999, 1)],
  ['1 by 39,999,999 pixels', 'one side is too long', () => interlacedPng(1, 39_999_999)],
  ['48 megapixels', 'too many pixels', () => blankPng(8000, 6000)],
  ['40 megapixels of 8 bytes', 'too large once decoded', () => interlacedPng(6300, 6300)],
  ['9 interlaced megapixels', 'too large once decoded', () => interlacedPng(3000, 3000)],
  ['18 megapixels of 16 bits', 'too large once decoded', () => deepPng(4200, 4200)],
  ['no pixels', 'it has no size', () => blankPng(0, 10)],
  ['2,000 scans', 'too many scans', () => progressiveJpeg(2000)],
  ['50,000 scans', 'too many scans', () => progressiveJpeg(50_000)],
  ['90 scans of 16 megapixels', 'too many scans', () => progressiveJpeg(90)],
  ['one text that decompresses to 8 MB', 'too much metadata', () => textBombPng(1)],
  ['100 such texts', 'too much metadata', () => textBombPng(100)],
  [
    '1,000 short texts',
    'too many text chunks',
    () => withChunks(pngChunk('tEXt', Buffer.from('a\0b')), 1000),
  ],
  [
    'a million empty chunks',
    'too many chunks',
    () => withChunks(pngChunk('aaAa', Buffer.alloc(0)), 1_000_000),
  ],
  ['two headers', 'two headers', () => withChunks(png.subarray(8, 33), 1)],
  ['10,000 frames', 'too many frames', () => gifWithFrames(10_000)],
  ['a ZIP', 'unknown format', () => manyEntriesZip(1_000_000)],
  ['20 bytes of a JPEG', 'no frame header', truncated('jpeg')],
  ['20 bytes of a PNG', 'truncated', truncated('png')],
])('inspecting images: %s is rejected because: %s', async (_, reason, make) => {
  const bytes = await make()
  expect(() => inspectImage(bytes)).toThrow(`The image was rejected: ${reason}.`)
})
