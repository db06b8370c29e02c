import { expect, test } from 'vitest'
import { genres } from '#contract/genres.ts'
import { parseGenre, suggestionsFrom } from './suggestions.ts'

test('suggestions: title, artist, label and genre come from the tags', () => {
  expect(
    suggestionsFrom({
      title: ' Harbour Lights ',
      artist: 'Ines Calder',
      label: ['Low Tide'],
      genre: ['Polka', 'Ambient'],
    }),
  ).toEqual({
    title: 'Harbour Lights',
    artist: 'Ines Calder',
    studio: 'Low Tide',
    genre: 'ambient',
  })
})

test('suggestions: missing, unknown and too long tags suggest nothing', () => {
  expect(suggestionsFrom({})).toEqual({})
  expect(
    suggestionsFrom({ title: '  ', artist: 'x'.repeat(201), label: [], genre: ['Polka'] }),
  ).toEqual({})
})

test.each([
  ['a\0\0', 'a'],
  ['One\nTwo\u202eThree', 'One TwoThree'],
  ['u\u0308ber', 'über'],
  ['\u200b\u200b', undefined],
])('suggestions: of the title %j only what can be shown stays', (title, suggested) => {
  expect(suggestionsFrom({ title }).title).toBe(suggested)
})

test('suggestions: every genre is recognized', () => {
  for (const genre of genres) expect(parseGenre(genre)).toBe(genre)
})

test.each([
  ['Hip Hop', 'hip-hop'],
  ['Hip-Hop/Rap', 'hip-hop'],
  ['Drum & Bass', 'drum-and-bass'],
  ["Drum'n'Bass", undefined],
  ['R&B', 'r&b'],
  ['RnB', 'r&b'],
  ['Lo-Fi', 'lo-fi'],
  ['LOFI', 'lo-fi'],
  ['Other', 'other'],
  ['', undefined],
  ['constructor', undefined],
])('suggestions: %s is recognized in another spelling', (name, genre) => {
  expect(parseGenre(name)).toBe(genre)
})
