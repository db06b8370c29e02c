import { expect, test } from 'vitest'
import { releaseArtist, typeAndYear } from './release-text.ts'

test('release text: the year of the release date follows the type', () => {
  expect(typeAndYear({ type: 'ep', releaseDate: '2026-12-04' })).toBe('EP · 2026')
})

test('release text: a release without a date has only its type', () => {
  expect(typeAndYear({ type: 'album', releaseDate: null })).toBe('Album')
})

test('release text: the artist is the one that the release names, otherwise its owner', () => {
  const user = { displayName: 'Low Tide' }
  expect(releaseArtist({ artist: 'Juno Vale', user })).toBe('Juno Vale')
  expect(releaseArtist({ artist: null, user })).toBe('Low Tide')
})
