import { hash, rng } from './random.ts'

/** Ground, shade, figure, spark. */
export type Palette = readonly [string, string, string, string]

/** Named after what a luthier has on the bench. */
const palettes: Record<string, Palette> = {
  varnish: ['#e9962f', '#b9541b', '#2b1009', '#ffe2ad'],
  madder: ['#c5303f', '#7d1230', '#ffd2bd', '#2c0712'],
  verdigris: ['#1c7a70', '#0b4146', '#f6dfa6', '#f08a3c'],
  indigo: ['#2c3a94', '#141a4d', '#ffb48c', '#f8eedd'],
  spruce: ['#efd9a0', '#d5ab5c', '#7b2a1c', '#173d3f'],
  rosewood: ['#5b1c2b', '#280a14', '#f2a047', '#fbdcc3'],
  bone: ['#f1e6d5', '#d8c4a4', '#1e1611', '#c9402b'],
  moss: ['#55652a', '#252f12', '#f4e39b', '#e0603a'],
  lilac: ['#b7a0e3', '#7658b8', '#21113d', '#ffd466'],
  sky: ['#8ec4e8', '#3e7fbd', '#10213f', '#ff7d57'],
  blush: ['#f6bcab', '#de7f78', '#511030', '#123f44'],
  lampblack: ['#2a221c', '#0f0b09', '#f2a63e', '#f6ead8'],
}

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

/** The colours of the placeholder drawing of this id; the first number drawn from the id decides. */
export function paletteOf(id: string): Palette {
  return pick(Object.values(palettes), rng(hash(id)))
}
