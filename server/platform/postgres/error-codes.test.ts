import { expect, test } from 'vitest'
import { isDatabaseDown, isDatabaseFull } from './error-codes.ts'

const wrapped = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code }) })

test('a full disk of the database is told from one that is down, however it is wrapped', () => {
  expect([isDatabaseFull(wrapped('53100')), isDatabaseDown(wrapped('53100'))]).toEqual([
    true,
    false,
  ])
  expect([isDatabaseFull(wrapped('57P01')), isDatabaseDown(wrapped('57P01'))]).toEqual([
    false,
    true,
  ])
})
