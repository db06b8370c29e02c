import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './ensure-browser.ts'

/** `npm test`: checks, then unit and API tests, then journeys in a browser; ends with the count of all. */
const reports = mkdtempSync(path.join(tmpdir(), 'soundpost-test-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

let clean = await run('npm', ['run', '--silent', 'check'])
clean = (await run('node', ['scripts/build-web.ts'])) && clean
clean =
  (await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ])) && clean
const chromium = await ensureBrowser()
clean =
  (await run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium ?? '',
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  })) && clean

const unit = readReport(unitReport) as { numPassedTests?: number; numFailedTests?: number }
const browser = readReport(browserReport) as {
  stats?: { expected: number; unexpected: number; flaky: number }
}
const passed = (unit.numPassedTests ?? 0) + (browser.stats?.expected ?? 0)
const failed =
  (unit.numFailedTests ?? 0) + (browser.stats?.unexpected ?? 0) + (browser.stats?.flaky ?? 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(clean && failed === 0 && passed > 0 ? 0 : 1)

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

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
