import { describe, expect, it } from 'vitest'
import { avatarInitial } from './person.ts'

describe('avatarLetter', () => {
  it.each([
    [{ displayName: 'Ines Calder', firstName: 'Maren' }, 'I'],
    [{ displayName: null, firstName: 'maren' }, 'M'],
    [{ displayName: '', firstName: 'Otto' }, 'O'],
    [{ displayName: null, firstName: null }, 'U'],
    [{ displayName: '  ', firstName: null }, 'U'],
  ])('of %o is %s', (person, letter) => {
    expect(avatarInitial(person)).toBe(letter)
  })
})
