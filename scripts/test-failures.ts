import { z } from 'zod'

/** Failed tests from the JSON reports of the test runners, as lines for the end of the output. */
export type Failure = { test: string; reason: string }

const unitReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ skipped: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
})

export function unitFailures(report: unknown): Failure[] {
  const read = unitReport.safeParse(report)
  if (!read.success) return []
  return read.data.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const named = failed.map((test) => describeTest(file, test))
    const fileItself = { test: file.name, reason: file.message }
    return named.length === 0 && file.status === 'failed' ? [fileItself] : named
  })
}

/** Tests that failed first and passed when they were repeated. */
export function flakyUnitTests(report: unknown): Failure[] {
  const read = unitReport.safeParse(report)
  if (!read.success) return []
  return read.data.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages?.length)
      .map((test) => describeTest(file, test)),
  )
}

/** How many tests were skipped, and in one line why: '3 skipped: nginx is not installed (2), …'. */
export function skippedUnitTests(report: unknown): { count: number; line: string } {
  const read = unitReport.safeParse(report)
  const tests = read.success ? read.data.testResults.flatMap((file) => file.assertionResults) : []
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending')
  const counts = new Map<string, number>()
  for (const { meta } of skipped) {
    const reason = meta?.skipped ?? 'no reason is given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const reasons = [...counts].map(([reason, count]) => `${reason} (${count})`)
  return { count: skipped.length, line: `${skipped.length} skipped: ${reasons.join(', ')}` }
}

type UnitTestFile = z.infer<typeof unitReport>['testResults'][number]

function describeTest(file: UnitTestFile, test: UnitTestFile['assertionResults'][number]): Failure {
  return {
    test: `${file.name} › ${test.fullName}`,
    reason: (test.failureMessages ?? []).join('\n'),
  }
}

const browserSuite = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        line: z.number(),
        ok: z.boolean(),
        tests: z.array(
          z.object({
            results: z.array(
              z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
            ),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(browserSuite).default([])
  },
})
type BrowserSuite = z.infer<typeof browserSuite>

export function browserFailures(report: unknown): Failure[] {
  return browserErrors(report, false)
}

export function flakyBrowserTests(report: unknown): Failure[] {
  return browserErrors(report, true)
}

function browserErrors(report: unknown, ok: boolean): Failure[] {
  const read = z.object({ suites: z.array(browserSuite) }).safeParse(report)
  return read.success ? read.data.suites.flatMap((suite) => errorsWithin(suite, ok)) : []
}

function errorsWithin(suite: BrowserSuite, ok: boolean): Failure[] {
  const here = suite.specs
    .filter((spec) => spec.ok === ok)
    .map((spec) => ({
      test: `e2e/${spec.file}:${spec.line} › ${spec.title}`,
      errors: spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors),
    }))
    .filter(({ errors }) => !ok || errors.length > 0)
    .map(({ test, errors }) => ({
      test,
      reason: errors.map((error) => error.message ?? '').join('\n'),
    }))
  return [...here, ...suite.suites.flatMap((nested) => errorsWithin(nested, ok))]
}
