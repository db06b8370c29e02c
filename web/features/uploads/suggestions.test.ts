import { describe, expect, it } from 'vitest'
import { genres } from '#contract/genres.ts'
import { knownGenre, suggestionsFrom } from './suggestions.ts'

describe('suggestionsFrom', () => {
  it('takes what the tags say', () => {
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

  it('has nothing where they say nothing that fits', () => {
    expect(suggestionsFrom({})).toEqual({})
    expect(
      suggestionsFrom({ title: '  ', artist: 'x'.repeat(201), label: [], genre: ['Polka'] }),
    ).toEqual({})
  })
})

describe('knownGenre', () => {
  it('knows all of ours', () => {
    for (const genre of genres) expect(knownGenre(genre)).toBe(genre)
  })

  it.each([
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
  ])('knows %s by another spelling', (name, genre) => {
    expect(knownGenre(name)).toBe(genre)
  })
})
