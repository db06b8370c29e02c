import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The headless shell has no window, tabs or start page: a test starts four times as fast. */
const shell = '/usr/bin/chromium-headless-shell'
const fullBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/**
 * The browser of the end-to-end tests. Debian's package where apt-get is available, because it exists for every
 * architecture; otherwise Playwright's own, for which this returns undefined.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) return configured
  if (!existsSync(shell) && existsSync('/usr/bin/apt-get')) installShell()
  const found = [shell, ...fullBrowsers].find((file) => existsSync(file))
  if (found) return found
  run(['playwright', 'install', 'chromium'])
  return undefined
}

function installShell() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log('Installing Chromium for the browser tests …')
  const install = 'apt-get install -y -qq --no-install-recommends'.split(' ')
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  run([...sudo, 'apt-get', 'update', '-qq'])
  run([...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', ...install, ...packages])
}

function run([command = '', ...options]: string[]) {
  const { status } = spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) console.error(`This command failed: ${[command, ...options].join(' ')}`)
}
