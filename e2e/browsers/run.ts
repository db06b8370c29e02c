import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { firefox, request, webkit } from '@playwright/test'
import { port } from '../ports.ts'
import type { Driver, Size } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { createPage } from './page.ts'
import { isInstalled, startWithPlaywright } from './playwright.ts'
import { waitFor } from './processes.ts'
import { scenarios } from './scenarios.ts'
import { type Sound, startSound } from './sound.ts'
import { miniBrowser, startWebKit } from './webkit.ts'

/**
 * `npm run test:browsers`: the main scenarios in Firefox and WebKit, with sound. The browsers are those of
 * `npx playwright install firefox webkit`, otherwise Debian's, through WebDriver.
 * Arguments choose among browsers, widths and scenarios: `npm run test:browsers -- webkit 390 seek`.
 */

type Start = (size: Size, env: NodeJS.ProcessEnv) => Promise<Driver>
const browsers: Record<string, Start> = {
  firefox: isInstalled(firefox) ? startWithPlaywright(firefox) : startFirefox,
  webkit: isInstalled(webkit) ? startWithPlaywright(webkit) : startWebKit,
}
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const programs = [
  'pulseaudio',
  'pactl',
  'parec',
  ...(isInstalled(firefox) ? [] : ['firefox-esr']),
  ...(isInstalled(webkit) ? [] : ['WebKitWebDriver', 'Xvfb', 'xdotool']),
]
const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
if (!isInstalled(webkit) && !miniBrowser) missing.push('MiniBrowser')
if (missing.length > 0) {
  console.log(`Browser tests: did not run, because of missing programs (${missing.join(', ')}).`)
  process.exit(0)
}

const chosen = process.argv.slice(2)
/** The entries that the arguments name; all of them if they name none. */
function choose<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): Entry[] {
  const named = entries.filter((entry) => chosen.includes(nameOf(entry)))
  return named.length > 0 ? named : [...entries]
}

const url = `http://localhost:${port}`
const root = path.join(import.meta.dirname, '../..')
const server = spawn(process.execPath, ['e2e/serve.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    PORT: String(port),
    RATE_LIMIT_SCALE: '1000',
    RENDITIONS: 'on',
    ADMIN_PASSWORD: 'correct horse battery',
    LOG_LEVEL: 'warn',
  },
})
const sound = await startSound()
let failures = 0
try {
  await waitFor('the server', async () => {
    if (!(await fetch(`${url}/readyz`)).ok) throw new Error('The server is not ready.')
  })
  for (const [browser, start] of choose(Object.entries(browsers), ([name]) => name))
    for (const size of choose(sizes, ({ width }) => String(width)))
      for (const name of choose(Object.keys(scenarios), (scenario) => scenario))
        await runScenario({ browser, start, size, name, sound })
} finally {
  await sound.stop()
  server.kill()
}
console.log(failures === 0 ? 'All scenarios passed.' : `${failures} scenarios failed.`)
process.exitCode = failures === 0 ? 0 : 1

type Run = { browser: string; start: Start; size: Size; name: string; sound: Sound }

async function runScenario({ browser, start, size, name, sound }: Run, isRetry = false) {
  const began = Date.now()
  const label = `${browser} ${size.width} ${name}`
  const context = await request.newContext({ baseURL: url })
  let driver: Driver | undefined
  try {
    driver = await start(size, sound.env)
    const page = createPage(driver, url)
    await scenarios[name]?.({ page, size, request: context, sound })
    console.log(`✓ ${label} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // A browser that dies is not a failure of the product.
    if (!isRetry && /closed the connection|fetch failed|invalid session/i.test(message)) {
      console.log(`  ${label}: the browser died, trying again (${message})`)
      await driver?.close()
      driver = undefined
      await runScenario({ browser, start, size, name, sound }, true)
      return
    }
    failures += 1
    console.log(`✗ ${label}\n    ${message.replaceAll('\n', '\n    ')}`)
  } finally {
    await driver?.close()
    await context.dispose()
  }
}
