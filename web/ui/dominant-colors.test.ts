import { expect, test, vi } from 'vitest'
import { clampLuminance, dominantColors, glowColors } from './dominant-colors.ts'

const red = [200, 30, 40, 255]
const blue = [20, 40, 180, 255]
const gray = [90, 90, 90, 255]
const nothing = [255, 0, 0, 0]

const pixelsOf = (...pixels: number[][]) => pixels.flat()
const times = (count: number, pixel: number[]) => Array.from({ length: count }, () => pixel)

test('dominant colors: it returns the two most frequent hues and ignores grays', () => {
  const pixels = pixelsOf(...times(6, red), ...times(4, blue), ...times(20, gray))
  expect(dominantColors(pixels)).toEqual(['#c81e28', '#1428b4'])
})

test('dominant colors: it averages similar hues, also across the red boundary', () => {
  const pixels = pixelsOf(...times(8, [200, 30, 40, 255]), ...times(8, [200, 40, 30, 255]))
  expect(dominantColors(pixels)?.[0]).toBe('#c82323')
})

test('dominant colors: it adds a darker shade when an image has a single hue', () => {
  const pixels = pixelsOf(...times(40, red), blue)
  expect(dominantColors(pixels)).toEqual(['#c81e28', '#781218'])
})

test('dominant colors: it returns grays for a gray image and nothing for a transparent one', () => {
  expect(dominantColors(pixelsOf(...times(4, gray)))).toEqual(['#5a5a5a', '#363636'])
  expect(dominantColors(pixelsOf(...times(4, nothing)))).toBeUndefined()
})

test.each([
  ['#ffffff', '#9c9c9c'],
  ['#000000', '#5d5d5d'],
  ['#5b6fe0', '#5b6fe0'],
])(
  'dominant colors: it clamps the luminance of %s so that text stays readable',
  (color, behind) => {
    expect(clampLuminance(color)).toBe(behind)
  },
)

test('dominant colors: it brightens a dark color without changing its hue', () => {
  expect(dominantColors([20, 26, 77, 255])).toEqual(['#141a4d', '#0c102e'])
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(clampLuminance('#141a4d').slice(at, at + 2), 16),
  )
  expect(blue).toBeGreaterThan(200)
  expect(Math.max(red, green)).toBeLessThan(100)
})

test('dominant colors: a missing image is requested once, however many glows it has', async () => {
  let requests = 0
  class MissingImage {
    src = ''
    decode() {
      requests += 1
      return Promise.reject(new Error('Not found'))
    }
  }
  vi.stubGlobal('Image', MissingImage)
  const colors = await glowColors('a track', '/images/missing-96.webp')
  expect(await glowColors('a track', '/images/missing-96.webp')).toEqual(colors)
  expect(requests).toBe(1)
})
