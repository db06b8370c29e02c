import { paletteOf } from '#brand/palettes.ts'

/** The two colours of the artwork glow. */
export type ColourPair = readonly [string, string]

type Colour = readonly [red: number, green: number, blue: number]
type Bucket = { weight: number; colours: Colour[] }

/** Minimum chroma for a hue to count. */
const minChroma = 24
const degreesPerBucket = 40

/**
 * The most frequent hue of a downscaled image and the second one. An image of one hue gives that
 * hue and a darker shade; a grey image gives greys.
 */
export function dominantColours(pixels: ArrayLike<number>): ColourPair | undefined {
  const families = new Map<number, Bucket>()
  for (const colour of opaqueColours(pixels)) {
    const key = bucketOf(colour)
    const family = families.get(key) ?? { weight: 0, colours: [] }
    family.weight += 1 + chroma(colour)
    family.colours.push(colour)
    families.set(key, family)
  }
  const [first, second] = [...families.values()].sort((a, b) => b.weight - a.weight)
  if (!first) return undefined
  const main = mean(first.colours)
  const hasSecondHue = second && second.weight > first.weight / 8
  return [hex(main), hex(hasSecondHue ? mean(second.colours) : darker(main))]
}

function opaqueColours(pixels: ArrayLike<number>): Colour[] {
  const colours: Colour[] = []
  for (let i = 0; i + 3 < pixels.length; i += 4)
    if ((pixels[i + 3] ?? 0) > 127)
      colours.push([pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0])
  return colours
}

const chroma = (colour: Colour) => Math.max(...colour) - Math.min(...colour)

/** The hue bucket of a colour; -1 for greys. */
function bucketOf(colour: Colour): number {
  const range = chroma(colour)
  if (range < minChroma) return -1
  const [red, green, blue] = colour
  const max = Math.max(...colour)
  const sixth =
    max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  const hue = (sixth * 60 + 360) % 360
  return Math.round(hue / degreesPerBucket) % (360 / degreesPerBucket)
}

function mean(colours: Colour[]): Colour {
  const channel = (i: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[i], 0) / colours.length
  return [channel(0), channel(1), channel(2)]
}

const darker = ([red, green, blue]: Colour): Colour => [red * 0.6, green * 0.6, blue * 0.6]

/** Luminance range in which text on the colour stays readable in both themes. */
const minLuminance = 0.11
const maxLuminance = 0.34

/** Clamps the luminance and preserves the hue, by scaling or by mixing in white. */
export function clampLuminance(colour: string): string {
  const linear = [1, 3, 5].map((at) => toLinear(Number.parseInt(colour.slice(at, at + 2), 16)))
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

function hex(colour: readonly number[]): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

const side = 12

/** The glow colours of an image, or of its placeholder when there is none. */
export async function glowColours(seed: string, imageUrl: string | null): Promise<ColourPair> {
  const [ground, shade] = paletteOf(seed)
  // Reading pixels of a cross-origin image throws.
  const read = imageUrl ? await readImageColours(imageUrl).catch(() => undefined) : undefined
  const [a, b] = read ?? [ground, shade]
  return [clampLuminance(a), clampLuminance(b)]
}

async function readImageColours(imageUrl: string): Promise<ColourPair | undefined> {
  const image = new Image()
  image.src = imageUrl
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, side, side)
  return context ? dominantColours(context.getImageData(0, 0, side, side).data) : undefined
}
