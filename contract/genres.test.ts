import { describe, expect, it } from 'vitest'
import { genreLabel } from './genres.ts'

describe('genreLabel', () => {
  it.each([
    ['lo-fi', 'Lo-fi'],
    ['r&b', 'R&B'],
    ['drum-and-bass', 'Drum-and-bass'],
    ['Other', 'Other'],
  ])('format: genre %s is written %s', (genre, name) => {
    expect(genreLabel(genre)).toBe(name)
  })
})
