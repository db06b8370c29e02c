import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { exifLoop, segment } from '#server/testing/hostile-files.ts'
import {
  blankPng,
  createImage,
  fixture,
  gifWithFrames,
  html,
  type ImageFormat,
  pngChunk,
  svg,
  zip,
} from '#server/testing/sample-files.ts'
import { createMedia } from './media.ts'

const media = createMedia({ imageWidths: [96, 192, 384] })
afterAll(() => media.close())
const variantsOf = (bytes: Buffer) =>
  media.encodeImage({
    client: 'one',
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
  })

async function sizesOf(bytes: Buffer) {
  const variants = (await variantsOf(bytes)) ?? []
  return Promise.all(
    variants.map(async (variant) => {
      const { width, height, format } = await sharp(variant.bytes).metadata()
      return `${variant.width}: ${width}x${height} ${format}`
    }),
  )
}

const insert = (image: Buffer, at: number, part: Buffer) =>
  Buffer.concat([image.subarray(0, at), part, image.subarray(at)])

/** Replaces the EXIF data of a WebP, which are its last chunk. */
function withExifChunk(webp: Buffer): Buffer {
  const header = Buffer.from('EXIF\0\0\0\0')
  header.writeUInt32LE(exifLoop().length, 4)
  const result = Buffer.concat([webp.subarray(0, webp.indexOf('EXIF')), header, exifLoop()])
  result.writeUInt32LE(result.length - 8, 4)
  return result
}

test.each<ImageFormat>(['jpeg', 'png', 'gif', 'webp'])(
  'a %s image is encoded in every width',
  async (format) => {
    const bytes = await createImage({ width: 800, height: 400, format })
    expect(await sizesOf(bytes)).toEqual([
      '96: 192x96 webp',
      '192: 384x192 webp',
      '384: 768x384 webp',
    ])
  },
)

test('no variant of an image is larger than its source', async () => {
  expect(await sizesOf(await createImage({ width: 100, height: 150 }))).toEqual([
    '96: 96x144 webp',
    '192: 100x150 webp',
    '384: 100x150 webp',
  ])
})

test('a very wide image is cropped to four times its height', async () => {
  const bytes = await createImage({ width: 16_000, height: 400, format: 'jpeg' })
  expect(await sizesOf(bytes)).toContain('96: 384x96 webp')
})

test('an image is rotated by its EXIF orientation, and all metadata is removed', async () => {
  const bytes = await createImage({ width: 400, height: 200, format: 'jpeg', orientation: 6 })
  expect(await sizesOf(bytes)).toContain('96: 96x192 webp')
  const { exif, icc, xmp } = await sharp((await variantsOf(bytes))?.[0]?.bytes).metadata()
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
})

test.each<[string, (image: Buffer) => Buffer, ImageFormat]>([
  [
    'JPEG',
    (jpeg) => insert(jpeg, 2, segment(0xe1, [...Buffer.from('Exif\0\0'), ...exifLoop()])),
    'jpeg',
  ],
  ['PNG', (png) => insert(png, 33, pngChunk('eXIf', exifLoop())), 'png'],
  ['WebP', withExifChunk, 'webp'],
])(
  'a %s with EXIF directories that refer to each other is rotated like any other',
  async (_, hostile, format) => {
    const image = await createImage({ width: 400, height: 200, format, orientation: 6 })
    expect(await sizesOf(hostile(image))).toContain('96: 96x192 webp')
  },
)

test('only the first frame of an animation is used', async () => {
  const [small] = (await variantsOf(gifWithFrames(50))) ?? []
  expect((await sharp(small?.bytes).metadata()).pages).toBeUndefined()
  expect(small).toBeDefined()
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['SVG', svg],
  ['HTML', html],
  ['ZIP', zip],
  ['audio', fixture('tone.mp3')],
  ['a page that starts like a GIF', Buffer.concat([Buffer.from('GIF89a=1;/*'), html])],
  ['256 megapixels', blankPng(16_000, 16_000)],
  ['10,000 frames', gifWithFrames(10_000)],
])('the image encoder rejects %s', async (_, bytes) => {
  expect(await variantsOf(bytes)).toBeUndefined()
})

test('an image that is also a page or a ZIP, or is truncated, is rejected', async () => {
  const jpeg = await createImage({ width: 900, height: 900, format: 'jpeg' })
  for (const bytes of [
    Buffer.concat([jpeg, html]),
    Buffer.concat([jpeg, zip]),
    jpeg.subarray(0, jpeg.length >> 1),
  ])
    expect(await variantsOf(bytes)).toBeUndefined()
})

test('image formats outside the allow list are rejected', async () => {
  const image = sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
  for (const bytes of [await image.tiff().toBuffer(), await image.avif().toBuffer()])
    expect(await variantsOf(bytes)).toBeUndefined()
})
