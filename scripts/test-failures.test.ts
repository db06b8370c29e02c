import { describe, expect, test } from 'vitest'
import { browserFailures, unitFailures } from './test-failures.ts'

describe('what failed is told again at the end', () => {
  test('of unit tests: each by name, or the file that could not be run', () => {
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'adds', status: 'passed', failureMessages: [] },
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
  })

  test('of end-to-end tests: wherever they stand', () => {
    const spec = (title: string, ok: boolean, message?: string) => ({
      title,
      file: 'x.spec.ts',
      line: 3,
      ok,
      tests: [{ results: [{ errors: message ? [{ message }] : [] }] }],
    })
    const report = {
      suites: [
        { specs: [spec('plays', true)], suites: [{ specs: [spec('stops', false, 'late')] }] },
      ],
    }
    expect(browserFailures(report)).toEqual([{ test: 'e2e/x.spec.ts:3 › stops', reason: 'late' }])
  })

  test('of a run that wrote no report: nothing', () => {
    expect([...unitFailures({}), ...browserFailures({})]).toEqual([])
  })
})
