import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

/**
 * `npm run test:quick`: the static checks and every test that starts no PostgreSQL, object store,
 * identity provider, server process or browser. For the time between two edits; `npm test` runs all.
 */
const startsNothing = new Set(['certificates', 'cookie-jar', 'free-port', 'sample-files'])

function needsServices(file: string): boolean {
  if (/^server[\\/](testing|platform[\\/]postgres)[\\/]/.test(file)) return true
  const imports = readFileSync(file, 'utf8').matchAll(/testing\/([\w-]+)\.ts'/g)
  return [...imports].some(([, name = '']) => !startsNothing.has(name))
}

const tests = '{brand,bench,contract,demo,scripts,server,web}/**/*.test.{ts,tsx}'
const files = globSync(tests).filter((file) => !needsServices(file))
for (const step of ['npm run --silent check', `vitest run ${files.join(' ')}`]) {
  const { status } = spawnSync(step, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
