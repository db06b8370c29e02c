import { expect, it } from 'vitest'
import { monthAndYear } from './month-and-year.ts'

it('leaves out the day', () => {
  expect(monthAndYear('2026-11-15T05:40:00.000Z')).toBe('November 2026')
  expect(monthAndYear('2024-03-15T12:00:00.000Z')).toBe('March 2024')
})
