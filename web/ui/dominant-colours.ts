import { hex } from './readable-behind-text.ts'

/** The two colours that a picture throws onto the page around it. */
export type ColourPair = readonly [string, string]

type Colour = readonly [red: number, green: number, blue: number]
type Bucket = { weight: number; colours: Colour[] }

/** How unlike grey a colour must be for its hue to count. */
const minChroma = 24
const degreesPerBucket = 40

/**
 * From the pixels of a picture made very small: the hue that there is most of, and the next one.
 * A picture of one hue throws that and a darker shade of it; a grey one throws greys.
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
  const isThere = second && second.weight > first.weight / 8
  return [hex(main), hex(isThere ? mean(second.colours) : darker(main))]
}

function opaqueColours(pixels: ArrayLike<number>): Colour[] {
  const colours: Colour[] = []
  for (let i = 0; i + 3 < pixels.length; i += 4)
    if ((pixels[i + 3] ?? 0) > 127)
      colours.push([pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0])
  return colours
}

const chroma = (colour: Colour) => Math.max(...colour) - Math.min(...colour)

/** Colours of nearly the same hue; -1 for all greys. */
function bucketOf(colour: Colour): number {
  const range = chroma(colour)
  if (range < minChroma) return -1
  const [red, green, blue] = colour
  const most = Math.max(...colour)
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  const hue = (sixth * 60 + 360) % 360
  return Math.round(hue / degreesPerBucket) % (360 / degreesPerBucket)
}

function mean(colours: Colour[]): Colour {
  const part = (i: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[i], 0) / colours.length
  return [part(0), part(1), part(2)]
}

const darker = ([red, green, blue]: Colour): Colour => [red * 0.6, green * 0.6, blue * 0.6]
