import { expect, test } from 'vitest'
import { artistName, avatarInitial, creditedArtist } from './display-name.ts'

test.each([
  [{ artist: 'Maren Voss', user: { displayName: 'Ines C.' } }, 'Ines C.'],
  [{ artist: 'Maren Voss', user: { displayName: null } }, 'Soundpost Studio'],
])('artist name: %o is by %s', (track, artist) => {
  expect(artistName(track)).toBe(artist)
})

test.each([
  ['Maren Voss', 'Maren Voss'],
  ['  ', 'Ines C.'],
  [null, 'Ines C.'],
])('credited artist: with the artist %j cards and rows say %s', (artist, name) => {
  expect(creditedArtist({ artist, user: { displayName: 'Ines C.' } })).toBe(name)
})

test.each([
  [{ displayName: 'Ines Calder', firstName: 'Maren' }, 'I'],
  [{ displayName: null, firstName: 'maren' }, 'M'],
  [{ displayName: '', firstName: 'Otto' }, 'O'],
  [{ displayName: null, firstName: null }, 'U'],
  [{ displayName: '  ', firstName: null }, 'U'],
])('avatar initial: %o has the initial %s', (user, initial) => {
  expect(avatarInitial(user)).toBe(initial)
})
