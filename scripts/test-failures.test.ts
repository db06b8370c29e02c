import { expect, test } from 'vitest'
import {
  browserFailures,
  flakyBrowserTests,
  flakyUnitTests,
  unitFailures,
} from './test-failures.ts'

test('failure summary: it names each failed and flaky unit test, or the file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: '/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'waits', status: 'passed', failureMessages: ['not yet'] },
          { fullName: 'divides', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: '/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: '/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(unitFailures(report)).toEqual([
    { test: '/a.test.ts › divides', reason: 'expected 1 to be 2' },
    { test: '/b.test.ts', reason: 'no such module' },
  ])
  expect(flakyUnitTests(report)).toEqual([{ test: '/a.test.ts › waits', reason: 'not yet' }])
})

test('failure summary: it names failed and flaky end-to-end tests at any nesting', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    file: 'x.spec.ts',
    line: 3,
    ok,
    tests: [{ results: [{ errors: message ? [{ message }] : [] }] }],
  })
  const report = {
    suites: [
      {
        specs: [spec('plays', true), spec('seeks', true, 'early')],
        suites: [{ specs: [spec('stops', false, 'late')] }],
      },
    ],
  }
  expect(browserFailures(report)).toEqual([{ test: 'e2e/x.spec.ts:3 › stops', reason: 'late' }])
  expect(flakyBrowserTests(report)).toEqual([{ test: 'e2e/x.spec.ts:3 › seeks', reason: 'early' }])
})

test('failure summary: it is empty if a run wrote no report', () => {
  expect([...unitFailures({}), ...flakyUnitTests({}), ...browserFailures({})]).toEqual([])
})
