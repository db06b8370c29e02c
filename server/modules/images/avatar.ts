import { Avatar, Style } from '@dicebear/core'
import shapes from '@dicebear/styles/shapes.json' with { type: 'json' }
import { paletteOf } from '#brand/palettes.ts'

const style = new Style(shapes)

/** A picture for who has none: always the same for one id, in the colours of the placeholder artwork. */
export function avatarSvg(id: string): string {
  const [ground, shade, figure, spark] = paletteOf(id)
  return new Avatar(style, {
    seed: id,
    backgroundColor: [ground],
    shape1Color: [shade],
    shape2Color: [figure],
    shape3Color: [spark],
  }).toString()
}
