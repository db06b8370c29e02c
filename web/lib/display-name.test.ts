import { describe, expect, it } from 'vitest'
import { avatarInitial, displayName } from './display-name.ts'

const unnamed = { displayName: null, firstName: null, lastName: null, username: 'ines' }

describe('displayName', () => {
  it.each([
    [{ ...unnamed, displayName: 'Ines C.', firstName: 'Ines' }, 'Ines C.'],
    [{ ...unnamed, firstName: 'Ines', lastName: 'Calder' }, 'Ines Calder'],
    [{ ...unnamed, lastName: 'Calder' }, 'Calder'],
    [unnamed, 'ines'],
  ])('display name: %o is shown as %s', (user, name) => {
    expect(displayName(user)).toBe(name)
  })
})

describe('avatarInitial', () => {
  it.each([
    [{ displayName: 'Ines Calder', firstName: 'Maren' }, 'I'],
    [{ displayName: null, firstName: 'maren' }, 'M'],
    [{ displayName: '', firstName: 'Otto' }, 'O'],
    [{ displayName: null, firstName: null }, 'U'],
    [{ displayName: '  ', firstName: null }, 'U'],
  ])('avatar initial: %o has the initial %s', (user, initial) => {
    expect(avatarInitial(user)).toBe(initial)
  })
})
