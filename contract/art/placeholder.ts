import { motifs } from './motifs.ts'
import { paletteOf, pick } from './palettes.ts'
import { hash, rng } from './random.ts'

/** Artwork for a thing that has none: 600 by 600, a few kilobytes, the same for an id everywhere. */
export function placeholderSvg(id: string): string {
  const random = rng(hash(id))
  const palette = paletteOf(id)
  random() // The palette is made from the first number.
  const draw = pick(motifs, random)
  const angle = Math.floor(random() * 360)
  const ground = `g${hash(id).toString(36)}`
  const clip = `${ground}k`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600"><defs><linearGradient id="${ground}" gradientTransform="rotate(${angle} .5 .5)"><stop stop-color="${palette[0]}"/><stop offset="1" stop-color="${palette[1]}"/></linearGradient><clipPath id="${clip}"><path d="M0 0h600v600H0z"/></clipPath></defs><g clip-path="url(#${clip})"><path fill="url(#${ground})" d="M0 0h600v600H0z"/>${draw(random, palette)}</g></svg>`
}
