import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBrowser } from './ensure-browser.ts'
import {
  browserFailures,
  flakyBrowserTests,
  flakyUnitTests,
  unitFailures,
} from './test-failures.ts'

/**
 * `npm test`: the web build, then unit and API tests, end-to-end tests in a browser and the checks side by side: each
 * of them waits a lot, together they keep two cores busy. Ends with the failures, so that the last lines of a long
 * log are enough, and the total count.
 */
const reports = mkdtempSync(path.join(tmpdir(), 'soundpost-test-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

// Sandbox processes have the lowest priority, 19: beside test processes of normal priority, which keep all cores busy,
// they would hardly run, and uploads would exceed their time limit.
setPriority(Math.max(15, getPriority()))

const broken: string[] = []
async function step(name: string, running: Promise<boolean>) {
  if (!(await running)) broken.push(name)
}

const chromium = await ensureBrowser()
await step('web build', run('node', ['scripts/build-web.ts'], { label: 'build' }))
const unitReports = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
const checking = runQuietly('npm', ['run', '--silent', 'check'])
await Promise.all([
  step('unit and API tests', run('vitest', ['run', ...unitReports], { label: 'unit' })),
  step(
    'browser tests',
    run('playwright', ['test', '--reporter=list,json'], {
      label: 'browser',
      env: { CHROMIUM_PATH: chromium ?? '', PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    }),
  ),
])
const checks = await checking
console.log(checks.output)
if (!checks.ok) broken.push('checks')

const unit = readReport(unitReport) as { numPassedTests?: number; numFailedTests?: number }
const browser = readReport(browserReport) as {
  stats?: { expected: number; unexpected: number; flaky: number }
}
const passed =
  (unit.numPassedTests ?? 0) + (browser.stats?.expected ?? 0) + (browser.stats?.flaky ?? 0)
const failed = (unit.numFailedTests ?? 0) + (browser.stats?.unexpected ?? 0)
for (const { test, reason } of [...flakyUnitTests(unit), ...flakyBrowserTests(browser)])
  console.log(`\nFlaky, passed on the second attempt: ${test}\n${reason}`)
for (const { test, reason } of [...unitFailures(unit), ...browserFailures(browser)])
  console.log(`\nFailed: ${test}\n${reason}`)
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(broken.length === 0 && failed === 0 && passed > 0 ? 0 : 1)

/** Prints each line of the output after the label: several run at a time. */
function run(
  command: string,
  options: string[],
  { label, env }: { label: string; env?: Record<string, string> },
): Promise<boolean> {
  const child = spawn(command, options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    shell: process.platform === 'win32',
  })
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`[${label}] ${line}`))
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

async function runQuietly(command: string, options: string[]) {
  const child = spawn(command, options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const ok = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
  return { ok, output }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
