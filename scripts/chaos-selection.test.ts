import { expect, test } from 'vitest'
import { selectTests } from './chaos-selection.ts'

test('the files that are named run alone, and else the whole folder and nothing beside it', () => {
  expect(selectTests([])).toEqual(['chaos/'])
  expect(selectTests(['chaos/soak'])).toEqual(['chaos/soak'])
  expect(selectTests(['crowd', 'plays'])).toEqual(['crowd', 'plays'])
  expect(selectTests(['-t', 'two servers'])).toEqual(['chaos/', '-t', 'two servers'])
  expect(selectTests(['--bail=1'])).toEqual(['chaos/', '--bail=1'])
  const quietly = ['--silent', 'chaos/concurrency/plays.test.ts']
  expect(selectTests(quietly)).toEqual(quietly)
})
