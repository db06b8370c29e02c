import { expect, test } from 'vitest'
import { accountName, joinedDate, managedName } from './user-labels.ts'

const unnamed = { displayName: null, firstName: null, lastName: null, email: null }

test('user labels: the name is the display name, else first and last name, else a placeholder', () => {
  const bela = { ...unnamed, firstName: 'Béla', lastName: 'Varga' }
  expect(managedName({ ...bela, displayName: 'Bel' })).toBe('Bel')
  expect(managedName(bela)).toBe('Béla Varga')
  expect(managedName({ ...unnamed, lastName: 'Varga' })).toBe('Varga')
  expect(managedName(unnamed)).toBe('Unnamed User')
})

test('user labels: the delete dialog shows display name or email', () => {
  const email = 'bela@music.example'
  expect(accountName({ ...unnamed, displayName: 'Bel', email })).toBe('Bel')
  expect(accountName({ ...unnamed, firstName: 'Béla', email })).toBe(email)
  expect(accountName({ ...unnamed, firstName: 'Béla' })).toBe('Béla')
})

test('user labels: the join date is a date or "Unknown"', () => {
  expect(joinedDate('2026-11-15T12:00:00.000Z', 'en-US')).toBe('Nov 15, 2026')
  expect([joinedDate(null), joinedDate(undefined), joinedDate('once')]).toEqual(
    Array(3).fill('Unknown'),
  )
})
