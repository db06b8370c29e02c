import { expect, test } from 'vitest'
import { creditedArtist, displayName } from './display-name.ts'

const unnamed = { displayName: null, firstName: null, lastName: null, username: 'ines' }

test.each([
  [{ ...unnamed, displayName: 'Ines C.', firstName: 'Ines' }, 'Ines C.'],
  [{ ...unnamed, firstName: 'Ines', lastName: 'Calder' }, 'Ines Calder'],
  [{ ...unnamed, lastName: 'Calder' }, 'Calder'],
  [unnamed, 'ines'],
])('display name: %o is shown as %s', (user, name) => {
  expect(displayName(user)).toBe(name)
})

test.each([
  [{ artist: 'Maren Voss', user: { displayName: 'Ines C.' } }, 'Maren Voss'],
  [{ artist: null, user: { displayName: 'Ines C.' } }, 'Ines C.'],
  [{ artist: null, user: { displayName: null } }, 'Soundpost Studio'],
])('credited artist: %o is by %s', (track, artist) => {
  expect(creditedArtist(track, 'Soundpost Studio')).toBe(artist)
})
