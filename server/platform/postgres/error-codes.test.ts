import { expect, test } from 'vitest'
import { isDatabaseDown, isDatabaseFull } from './error-codes.ts'

const wrapped = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code }) })

test('database errors: a full disk is distinguished from an outage, however the error is wrapped', () => {
  expect([isDatabaseFull(wrapped('53100')), isDatabaseDown(wrapped('53100'))]).toEqual([
    true,
    false,
  ])
  expect([isDatabaseFull(wrapped('57P01')), isDatabaseDown(wrapped('57P01'))]).toEqual([
    false,
    true,
  ])
})
