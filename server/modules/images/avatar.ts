import { Avatar, Style } from '@dicebear/core'
import shapes from '@dicebear/styles/shapes.json' with { type: 'json' }
import { paletteOf } from '#brand/palettes.ts'

const style = new Style(shapes)

/** The default avatar: deterministic per user id, in the palette of the placeholder artwork. */
export function avatarSvg(id: string): string {
  const [background, shape1, shape2, shape3] = paletteOf(id)
  return new Avatar(style, {
    seed: id,
    backgroundColor: [background],
    shape1Color: [shape1],
    shape2Color: [shape2],
    shape3Color: [shape3],
  }).toString()
}
