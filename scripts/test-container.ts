import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * `npm run test:container`: builds deploy/Dockerfile with docker or podman, starts the image with a
 * tiny /dev/shm, requests a page, runs the health check and stops it.
 * CONTAINER_BUILD_ARGS adds arguments to the build, for instance `--network=host` or
 * `--build-arg=NODE_IMAGE=…` where docker.io cannot be reached.
 */

const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0)
if (!engine) {
  console.log('Container test: did not run, because neither docker nor podman works here.')
  process.exit(0)
}

const name = `soundpost-test-${randomUUID().slice(0, 8)}`
const root = path.join(import.meta.dirname, '..')

function run(args: readonly string[], { seconds = 60, quiet = true } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(engine ?? '', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: seconds * 1000,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  if (status === 0) return stdout?.trim() ?? ''
  throw new Error(
    `${engine} ${args[0]} failed: ${error?.message ?? stderr ?? `exit code ${status}`}`,
  )
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    if (run(['inspect', '--format', '{{.State.Running}}', name]) !== 'true') break
    await delay(500)
  }
  throw new Error(`The container did not become ready:\n${run(['logs', name])}`)
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`)
}

try {
  const buildArgs = process.env['CONTAINER_BUILD_ARGS']?.split(' ').filter(Boolean) ?? []
  run(['build', '-f', 'deploy/Dockerfile', '-t', name, ...buildArgs, '.'], {
    seconds: 1200,
    quiet: false,
  })
  run(['run', '-d', '--name', name, '--shm-size=64k', '-p', '127.0.0.1::3000', name])
  const address = run(['port', name, '3000/tcp']).split('\n')[0]
  const url = `http://${address}`
  await waitUntilReady(url)
  const page = await fetch(url)
  expectEqual('status of the landing page', page.status, 200)
  expectEqual('the landing page names the site', (await page.text()).includes('Soundpost'), true)
  run(['exec', name, 'node', 'deploy/healthcheck.mjs'])
  run(['stop', '-t', '40', name])
  expectEqual('exit code', run(['inspect', '--format', '{{.State.ExitCode}}', name]), '0')
  console.log(`Container test: passed with ${engine}.`)
} catch (error) {
  console.error(`Container test: failed. ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  spawnSync(engine, ['rm', '-f', '-v', name])
  spawnSync(engine, ['rmi', '-f', name])
}
