import { describe, expect, it } from 'vitest'
import { avatarInitial } from './display-name.ts'

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
