import { paletteOf } from '#brand/palettes.ts'
import { type ColourPair, dominantColours } from './dominant-colours.ts'
import { clampLuminance } from './readable-behind-text.ts'

const side = 12

/** The two colours that a picture throws onto the page, readable behind text; without one, those of the drawing. */
export async function glowColours(drawnFrom: string, picture: string | null): Promise<ColourPair> {
  const [ground, shade] = paletteOf(drawnFrom)
  // From another host it is a picture to see, not to read.
  const read = picture ? await readImageColours(picture).catch(() => undefined) : undefined
  const [a, b] = read ?? [ground, shade]
  return [clampLuminance(a), clampLuminance(b)]
}

async function readImageColours(picture: string): Promise<ColourPair | undefined> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, side, side)
  return context ? dominantColours(context.getImageData(0, 0, side, side).data) : undefined
}
