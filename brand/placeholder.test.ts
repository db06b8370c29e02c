import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { paletteOf } from './palettes.ts'
import { placeholderSvg } from './placeholder.ts'

// One id for each motif. A change here changes the artwork of existing tracks.
test.each([
  ['track-0', 'aa250a6e1a5b5056'],
  ['track-1', '000d961a989ff2fd'],
  ['track-2', 'af2a24040e88e0e3'],
  ['track-3', '1d859778c68b7632'],
  ['track-4', '91e6b65993df6f46'],
  ['track-8', 'b139353b0dc9e2d6'],
])('placeholder artwork: the SVG of %s does not change', (id, digest) => {
  const svg = placeholderSvg(id)
  expect(createHash('sha256').update(svg).digest('hex').slice(0, 16)).toBe(digest)
})

test('placeholder artwork: the id is never written into the markup', () => {
  const svg = placeholderSvg('"/><script>alert(1)</script>')
  expect(svg).not.toContain('script')
})

test('placeholder artwork: paletteOf returns the colors of the SVG', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    for (const color of paletteOf(id).slice(0, 2)) expect(placeholderSvg(id)).toContain(color)
})
