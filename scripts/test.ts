import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './ensure-browser.ts'
import { slowestFiles } from './slowest-files.ts'
import {
  browserFailures,
  flakyBrowserTests,
  flakyUnitTests,
  skippedUnitTests,
  unitFailures,
} from './test-failures.ts'

/**
 * `npm test`: unit and API tests, then end-to-end tests in a browser, with the checks beside them; ends with the
 * failures, so that the last lines of a long log are enough, what each file and phase took, and the total count.
 */
const unitReport = path.join('test-results', 'unit.json')
const browserReport = path.join('test-results', 'browser.json')
for (const report of [unitReport, browserReport]) rmSync(report, { force: true })
mkdirSync('test-results', { recursive: true })

/** On two cores. */
const budgetMinutes = 10
const slowestCount = 30
const start = performance.now()
const phases: string[] = []
const minutesSince = (from: number) => `${((performance.now() - from) / 60_000).toFixed(1)} min`

const broken: string[] = []
async function step(name: string, ...what: Parameters<typeof run>) {
  const from = performance.now()
  if (!(await run(...what))) broken.push(name)
  phases.push(`${name} ${minutesSince(from)}`)
}
// Beside all other steps while these leave a core idle, and printed after them.
const checking = runQuietly('npm', ['run', '--silent', 'check'])
await step('build', 'node', ['scripts/build.ts'])
const unitReports = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
const allButChaos = ['--project', '!chaos']
// Before the unit tests, of which some install packages too.
const browserPath = { CHROMIUM_PATH: (await ensureBrowser()) ?? '' }
await step('unit and API tests', 'vitest', ['run', ...allButChaos, ...unitReports], browserPath)
await step('browser tests', 'playwright', ['test', '--reporter=list,json'], {
  ...browserPath,
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
})
const checks = await checking
phases.push(`checks beside them ${checks.took}`)
console.log(checks.output)
if (!checks.ok) broken.push('checks')

const unit = readReport(unitReport) as { numPassedTests?: number; numFailedTests?: number }
const browser = readReport(browserReport) as {
  stats?: { expected: number; unexpected: number; flaky: number }
}
const passed =
  (unit.numPassedTests ?? 0) + (browser.stats?.expected ?? 0) + (browser.stats?.flaky ?? 0)
const failed = (unit.numFailedTests ?? 0) + (browser.stats?.unexpected ?? 0)
console.log(`\nThe slowest files (reports: test-results/):`)
for (const line of slowestFiles(unit, browser, slowestCount)) console.log(line)
for (const { test, reason } of [...flakyUnitTests(unit), ...flakyBrowserTests(browser)])
  console.log(`\nFlaky, passed on the second attempt: ${test}\n${reason}`)
for (const { test, reason } of [...unitFailures(unit), ...browserFailures(browser)])
  console.log(`\nFailed: ${test}\n${reason}`)
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}.`)
const total = `${minutesSince(start)} of ${budgetMinutes} min on two cores`
console.log(`\nTime: ${total}: ${phases.join(', ')}.`)
const skipped = skippedUnitTests(unit)
if (skipped.count > 0) console.log(`\n${skipped.line}`)
const alsoSkipped = skipped.count > 0 ? `, ${skipped.count} skipped` : ''
console.log(`\n${passed} passed, ${failed} failed${alsoSkipped}`)
process.exit(broken.length === 0 && failed === 0 && passed > 0 ? 0 : 1)

function run(
  command: string,
  options: string[],
  extra: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, options, {
    stdio: 'inherit',
    env: { ...process.env, ...extra },
    shell: process.platform === 'win32',
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

async function runQuietly(command: string, options: string[]) {
  const from = performance.now()
  const child = spawn(command, options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const ok = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
  return { ok, output, took: minutesSince(from) }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
