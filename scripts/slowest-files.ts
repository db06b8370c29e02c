import path from 'node:path'
import { z } from 'zod'

/** What a test file takes, from the JSON reports of the test runners. */
type FileTime = { file: string; seconds: number }

const unitReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

const browserSuite = z.object({
  specs: z
    .array(
      z.object({
        file: z.string(),
        tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
      }),
    )
    .default([]),
  get suites() {
    return z.array(browserSuite).default([])
  },
})
const browserReport = z.object({ suites: z.array(browserSuite) })

/** Without what a file sets up before its first test, which Vitest does not report. */
function unitFileTimes(report: unknown): FileTime[] {
  const { data } = unitReport.safeParse(report)
  return (data?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: path.relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** The tests of a spec run in several workers: this is their sum. */
function browserFileTimes(report: unknown): FileTime[] {
  const { data } = browserReport.safeParse(report)
  const milliseconds = new Map<string, number>()
  for (const { file, tests } of (data?.suites ?? []).flatMap(specsOf))
    for (const { duration } of tests.flatMap(({ results }) => results))
      milliseconds.set(file, (milliseconds.get(file) ?? 0) + duration)
  return [...milliseconds].map(([file, ms]) => ({ file: `e2e/${file}`, seconds: ms / 1000 }))
}

type Suite = z.infer<typeof browserSuite>
const specsOf = ({ specs, suites }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]

/** In lines such as '  12.3 s  e2e/player.spec.ts'. */
export function slowestFiles(unit: unknown, browser: unknown, count: number): string[] {
  return [...unitFileTimes(unit), ...browserFileTimes(browser)]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)
}
