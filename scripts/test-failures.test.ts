import { expect, test } from 'vitest'
import {
  browserFailures,
  flakyBrowserTests,
  flakyUnitTests,
  skippedUnitTests,
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

test('test summary: it counts why tests were skipped', () => {
  const skipped = (reason?: string) => ({
    fullName: 'needs something',
    status: 'skipped',
    failureMessages: [],
    meta: reason ? { skipped: reason } : {},
  })
  const file = { name: '/a.test.ts', status: 'passed', message: '' }
  const report = {
    testResults: [
      { ...file, assertionResults: [skipped('nginx is not installed'), skipped()] },
      { ...file, assertionResults: [skipped('nginx is not installed')] },
    ],
  }
  expect(skippedUnitTests(report)).toEqual({
    count: 3,
    line: '3 skipped: nginx is not installed (2), no reason is given (1)',
  })
  expect(skippedUnitTests({}).count).toBe(0)
})

test('failure summary: it is empty if a run wrote no report', () => {
  expect([...unitFailures({}), ...flakyUnitTests({}), ...browserFailures({})]).toEqual([])
})
