import { paletteOf } from '#brand/palettes.ts'

/** The two colors of the artwork glow. */
export type ColorPair = readonly [string, string]

type Color = readonly [red: number, green: number, blue: number]
type Bucket = { weight: number; colors: Color[] }

/** Minimum chroma for a hue to count. */
const minChroma = 24
const degreesPerBucket = 40

/**
 * The most frequent hue of a downscaled image and the second one. An image of one hue gives that
 * hue and a darker shade; a gray image gives grays.
 */
export function dominantColors(pixels: ArrayLike<number>): ColorPair | undefined {
  const families = new Map<number, Bucket>()
  for (const color of opaqueColors(pixels)) {
    const key = bucketOf(color)
    const family = families.get(key) ?? { weight: 0, colors: [] }
    family.weight += 1 + chroma(color)
    family.colors.push(color)
    families.set(key, family)
  }
  const [first, second] = [...families.values()].sort((a, b) => b.weight - a.weight)
  if (!first) return undefined
  const main = mean(first.colors)
  const hasSecondHue = second && second.weight > first.weight / 8
  return [hex(main), hex(hasSecondHue ? mean(second.colors) : darker(main))]
}

function opaqueColors(pixels: ArrayLike<number>): Color[] {
  const colors: Color[] = []
  for (let i = 0; i + 3 < pixels.length; i += 4)
    if ((pixels[i + 3] ?? 0) > 127)
      colors.push([pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0])
  return colors
}

const chroma = (color: Color) => Math.max(...color) - Math.min(...color)

/** The hue bucket of a color; -1 for grays. */
function bucketOf(color: Color): number {
  const range = chroma(color)
  if (range < minChroma) return -1
  const [red, green, blue] = color
  const max = Math.max(...color)
  const sixth =
    max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  const hue = (sixth * 60 + 360) % 360
  return Math.round(hue / degreesPerBucket) % (360 / degreesPerBucket)
}

function mean(colors: Color[]): Color {
  const channel = (i: 0 | 1 | 2) => colors.reduce((sum, color) => sum + color[i], 0) / colors.length
  return [channel(0), channel(1), channel(2)]
}

const darker = ([red, green, blue]: Color): Color => [red * 0.6, green * 0.6, blue * 0.6]

/** Luminance range in which text on the color stays readable in both themes. */
const minLuminance = 0.11
const maxLuminance = 0.34

/** Clamps the luminance and preserves the hue, by scaling or by mixing in white. */
export function clampLuminance(color: string): string {
  const linear = [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16)))
  const bound = Math.min(Math.max(luminance(linear), minLuminance), maxLuminance)
  const max = Math.max(...linear, 0.01)
  const scaled = linear.map(
    (channel) => channel * Math.min(bound / (luminance(linear) || 1), 1 / max),
  )
  const white = (bound - luminance(scaled)) / (1 - luminance(scaled))
  return hex(scaled.map((channel) => fromLinear(channel + (1 - channel) * white)))
}

function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Approximate sRGB transfer function and its inverse. */
const toLinear = (channel: number) => (channel / 255) ** 2.2
const fromLinear = (light: number) => light ** (1 / 2.2) * 255

function hex(color: readonly number[]): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

const side = 12

/** Of the images of this visit: a page has several glows of one image, and a missing one is not requested again. */
const known = new Map<string, Promise<ColorPair>>()

/** The glow colors of an image, or of its placeholder when there is none. */
export function glowColors(seed: string, imageUrl: string | null): Promise<ColorPair> {
  const source = imageUrl ?? seed
  const colors = known.get(source) ?? readGlowColors(seed, imageUrl)
  known.set(source, colors)
  return colors
}

async function readGlowColors(seed: string, imageUrl: string | null): Promise<ColorPair> {
  const [ground, shade] = paletteOf(seed)
  // Reading pixels of a cross-origin image throws.
  const read = imageUrl ? await readImageColors(imageUrl).catch(() => undefined) : undefined
  const [a, b] = read ?? [ground, shade]
  return [clampLuminance(a), clampLuminance(b)]
}

async function readImageColors(imageUrl: string): Promise<ColorPair | undefined> {
  const image = new Image()
  image.src = imageUrl
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, side, side)
  return context ? dominantColors(context.getImageData(0, 0, side, side).data) : undefined
}
