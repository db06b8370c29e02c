import path from 'node:path'
import { expect, test } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

test('slowest files: unit test files and the sums of browser specs are sorted together', () => {
  const unit = {
    testResults: [
      { name: path.resolve('server/a.test.ts'), startTime: 1000, endTime: 3500 },
      { name: path.resolve('server/b.test.ts'), startTime: 1000, endTime: 1100 },
    ],
  }
  const spec = (file: string, ...durations: number[]) => ({
    file,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const nested = { suites: [{ specs: [spec('x.spec.ts', 2000)] }] }
  const browser = {
    suites: [
      { specs: [spec('x.spec.ts', 500, 1500)], ...nested },
      { specs: [spec('y.spec.ts', 1)] },
    ],
  }
  expect(slowestFiles(unit, browser, 3)).toEqual([
    '   4.0 s  e2e/x.spec.ts',
    '   2.5 s  server/a.test.ts',
    '   0.1 s  server/b.test.ts',
  ])
  expect(slowestFiles({}, {}, 3)).toEqual([])
})
