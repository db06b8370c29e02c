import { expect, test } from 'vitest'
import { genreLabel } from './genres.ts'

test.each([
  ['lo-fi', 'Lo-fi'],
  ['r&b', 'R&B'],
  ['drum-and-bass', 'Drum-and-bass'],
  ['Other', 'Other'],
])('genres: the label of %s is %s', (genre, name) => {
  expect(genreLabel(genre)).toBe(name)
})
