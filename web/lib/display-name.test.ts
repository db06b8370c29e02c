import { expect, it } from 'vitest'
import { displayName } from './display-name.ts'

const nobody = { displayName: null, firstName: null, lastName: null, username: 'ines' }

it.each([
  [{ ...nobody, displayName: 'Ines C.', firstName: 'Ines' }, 'Ines C.'],
  [{ ...nobody, firstName: 'Ines', lastName: 'Calder' }, 'Ines Calder'],
  [{ ...nobody, lastName: 'Calder' }, 'Calder'],
  [nobody, 'ines'],
])('%o', (person, name) => {
  expect(displayName(person)).toBe(name)
})
