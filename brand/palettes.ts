import { hash, rng } from './random.ts'

/** Background, shade, figure, accent. */
export type Palette = readonly [string, string, string, string]

const palettes: readonly Palette[] = [
  ['#e9962f', '#b9541b', '#2b1009', '#ffe2ad'],
  ['#c5303f', '#7d1230', '#ffd2bd', '#2c0712'],
  ['#1c7a70', '#0b4146', '#f6dfa6', '#f08a3c'],
  ['#2c3a94', '#141a4d', '#ffb48c', '#f8eedd'],
  ['#efd9a0', '#d5ab5c', '#7b2a1c', '#173d3f'],
  ['#5b1c2b', '#280a14', '#f2a047', '#fbdcc3'],
  ['#f1e6d5', '#d8c4a4', '#1e1611', '#c9402b'],
  ['#55652a', '#252f12', '#f4e39b', '#e0603a'],
  ['#b7a0e3', '#7658b8', '#21113d', '#ffd466'],
  ['#8ec4e8', '#3e7fbd', '#10213f', '#ff7d57'],
  ['#f6bcab', '#de7f78', '#511030', '#123f44'],
  ['#2a221c', '#0f0b09', '#f2a63e', '#f6ead8'],
]

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

/** The palette of an id's placeholder artwork. */
export function paletteOf(id: string): Palette {
  return pick(palettes, rng(hash(id)))
}
