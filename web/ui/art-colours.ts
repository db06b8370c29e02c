/** The two colours that a picture throws onto the page around it. */
export type ArtColours = readonly [string, string]

type Colour = { red: number; green: number; blue: number; vividness: number }

/**
 * From the pixels of a picture made very small: the vivid ones mixed, and what among the others is
 * least like that. Grey pictures give greys.
 */
export function coloursOf(pixels: ArrayLike<number>): ArtColours | undefined {
  const vivid = readColours(pixels).sort((a, b) => b.vividness - a.vividness)
  if (vivid.length === 0) return undefined
  const share = Math.max(1, Math.floor(vivid.length / 8))
  const first = mix(vivid.slice(0, share))
  const others = vivid.slice(0, Math.max(1, Math.floor(vivid.length * 0.75)))
  others.sort((a, b) => distance(b, first) - distance(a, first))
  return [hex(first), hex(mix(others.slice(0, share)))]
}

function readColours(pixels: ArrayLike<number>): Colour[] {
  const colours: Colour[] = []
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map((part) => pixels[i + part])
    if (alpha < 128) continue
    const most = Math.max(red, green, blue)
    const vividness = most - Math.min(red, green, blue) + most / 4
    colours.push({ red, green, blue, vividness })
  }
  return colours
}

function mix(colours: Colour[]): Colour {
  const mean = (part: keyof Colour) =>
    colours.reduce((sum, colour) => sum + colour[part], 0) / colours.length
  return { red: mean('red'), green: mean('green'), blue: mean('blue'), vividness: 0 }
}

function distance(a: Colour, b: Colour): number {
  return Math.abs(a.red - b.red) + Math.abs(a.green - b.green) + Math.abs(a.blue - b.blue)
}

function hex({ red, green, blue }: Colour): string {
  const two = (part: number) => Math.round(part).toString(16).padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}`
}
