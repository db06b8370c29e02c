import { expect, test } from 'vitest'
import { whatToRun } from './faults-to-run.ts'

test('the files that are named run alone, and else the whole folder and nothing beside it', () => {
  expect(whatToRun([])).toEqual(['faults/'])
  expect(whatToRun(['faults/soak'])).toEqual(['faults/soak'])
  expect(whatToRun(['crowd', 'plays'])).toEqual(['crowd', 'plays'])
  expect(whatToRun(['-t', 'two servers'])).toEqual(['faults/', '-t', 'two servers'])
  expect(whatToRun(['--bail=1'])).toEqual(['faults/', '--bail=1'])
  const quietly = ['--silent', 'faults/at-once/plays.test.ts']
  expect(whatToRun(quietly)).toEqual(quietly)
})
