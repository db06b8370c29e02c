import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  blankPng,
  fixture,
  gifWithFrames,
  html,
  type PictureFormat,
  picture,
  svg,
  zip,
} from '#server/testing/sample-files.ts'
import { createImageEncoder } from './image-encoder.ts'

const widths = [96, 192, 384]
const { encode } = createImageEncoder({ widths })
const variantsOf = (bytes: Buffer) => encode(async () => bytes)

async function sizesOf(bytes: Buffer) {
  const variants = (await variantsOf(bytes)) ?? []
  return Promise.all(
    variants.map(async (variant) => {
      const { width, height, format } = await sharp(variant.bytes).metadata()
      return `${variant.width}: ${width}x${height} ${format}`
    }),
  )
}

describe('pictures that are taken', () => {
  test.each<PictureFormat>(['jpeg', 'png', 'gif', 'webp'])('%s', async (format) => {
    const bytes = await picture({ width: 800, height: 400, format })
    expect(await sizesOf(bytes)).toEqual([
      '96: 192x96 webp',
      '192: 384x192 webp',
      '384: 768x384 webp',
    ])
  })

  test('every width has a file, and none is larger than the source', async () => {
    expect(await sizesOf(await picture({ width: 100, height: 150 }))).toEqual([
      '96: 96x144 webp',
      '192: 100x150 webp',
      '384: 100x150 webp',
    ])
  })

  test('a very long one is cropped to four times its height', async () => {
    const bytes = await picture({ width: 16_000, height: 400, format: 'jpeg' })
    expect(await sizesOf(bytes)).toContain('96: 384x96 webp')
  })

  test('it is turned as its camera was held, and says nothing else about it', async () => {
    const bytes = await picture({ width: 400, height: 200, format: 'jpeg', orientation: 6 })
    expect(await sizesOf(bytes)).toContain('96: 96x192 webp')
    const { exif, icc, xmp } = await sharp((await variantsOf(bytes))?.[0]?.bytes).metadata()
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
  })

  test('of an animation the first frame', async () => {
    const [small] = (await variantsOf(gifWithFrames(50))) ?? []
    expect((await sharp(small?.bytes).metadata()).pages).toBeUndefined()
    expect(small).toBeDefined()
  })
})

describe('what is not taken', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['SVG', svg],
    ['HTML', html],
    ['ZIP', zip],
    ['sound', fixture('tone.mp3')],
    ['a page that begins like a GIF', Buffer.concat([Buffer.from('GIF89a=1;/*'), html])],
    ['256 megapixels', blankPng(16_000, 16_000)],
    ['10,000 frames', gifWithFrames(10_000)],
  ])('%s', async (_, bytes) => {
    expect(await variantsOf(bytes)).toBeUndefined()
  })

  test('a picture that is a page or a ZIP too, or is cut off', async () => {
    const jpeg = await picture({ width: 900, height: 900, format: 'jpeg' })
    for (const bytes of [
      Buffer.concat([jpeg, html]),
      Buffer.concat([jpeg, zip]),
      jpeg.subarray(0, jpeg.length >> 1),
    ])
      expect(await variantsOf(bytes)).toBeUndefined()
  })

  test('formats that decoders know and we do not want', async () => {
    const image = sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    for (const bytes of [await image.tiff().toBuffer(), await image.avif().toBuffer()])
      expect(await variantsOf(bytes)).toBeUndefined()
  })
})
