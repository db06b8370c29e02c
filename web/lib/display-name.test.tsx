import { expect, test } from 'vitest'
import { artistName, avatarInitial } from './display-name.ts'

test.each([
  [{ artist: 'Maren Voss', user: { displayName: 'Ines C.' } }, 'Ines C.'],
  [{ artist: 'Maren Voss', user: { displayName: null } }, 'Soundpost Studio'],
])('artist name: %o is by %s', (track, artist) => {
  expect(artistName(track)).toBe(artist)
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
