import { expect, test } from 'vitest'
import { selectTests } from './chaos-selection.ts'

test('chaos selection: named files run alone; without names the whole folder runs and nothing else', () => {
  expect(selectTests([])).toEqual(['chaos/'])
  expect(selectTests(['chaos/soak'])).toEqual(['chaos/soak'])
  expect(selectTests(['soak', 'plays'])).toEqual(['soak', 'plays'])
  expect(selectTests(['-t', 'two servers'])).toEqual(['chaos/', '-t', 'two servers'])
  expect(selectTests(['--bail=1'])).toEqual(['chaos/', '--bail=1'])
  const quietly = ['--silent', 'chaos/concurrency/two-servers.test.ts']
  expect(selectTests(quietly)).toEqual(quietly)
})
