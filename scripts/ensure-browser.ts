import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/**
 * The browser that the journeys run in. Debian's own where there is apt-get, because it exists for every
 * kind of machine; elsewhere Playwright's, for which the answer is undefined.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  const found = process.env['CHROMIUM_PATH'] || installed.find((file) => existsSync(file))
  if (found) return found
  if (existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    runAll(
      [...sudo, 'apt-get', 'update', '-qq'],
      [
        ...sudo,
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        'apt-get',
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        'chromium',
        'fonts-liberation',
      ],
    )
    const now = installed.find((file) => existsSync(file))
    if (now) return now
  }
  runAll(['playwright', 'install', 'chromium'])
  return undefined
}

function runAll(...commands: string[][]) {
  for (const [command = '', ...options] of commands) {
    const { status } = spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) console.error(`This did not work: ${[command, ...options].join(' ')}`)
  }
}
