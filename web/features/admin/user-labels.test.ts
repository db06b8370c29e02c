import { describe, expect, it } from 'vitest'
import { accountName, joinedDate, managedName } from './user-labels.ts'

const nobody = { displayName: null, firstName: null, lastName: null, email: null }

describe('a person in the lists', () => {
  it('goes by display name, else first and last name, else no name', () => {
    const bela = { ...nobody, firstName: 'Béla', lastName: 'Varga' }
    expect(managedName({ ...bela, displayName: 'Bel' })).toBe('Bel')
    expect(managedName(bela)).toBe('Béla Varga')
    expect(managedName({ ...nobody, lastName: 'Varga' })).toBe('Varga')
    expect(managedName(nobody)).toBe('Unnamed User')
  })

  it('is named by display name or e-mail before they are deleted', () => {
    const email = 'bela@music.example'
    expect(accountName({ ...nobody, displayName: 'Bel', email })).toBe('Bel')
    expect(accountName({ ...nobody, firstName: 'Béla', email })).toBe(email)
    expect(accountName({ ...nobody, firstName: 'Béla' })).toBe('Béla')
  })

  it('joined on a date, or nobody knows when', () => {
    expect(joinedDate('2026-11-15T12:00:00.000Z', 'en-US')).toBe('11/15/2026')
    expect([joinedDate(null), joinedDate(undefined), joinedDate('once')]).toEqual(
      Array(3).fill('Unknown'),
    )
  })
})
