import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { testCompose } from './container/compose.ts'
import { engine, expectEqual, run, runEngine } from './container/engine.ts'

/**
 * `npm run test:container`: builds deploy/Dockerfile with docker or podman, starts the image with a tiny /dev/shm,
 * requests a page, runs the health check and stops it; then the same image in deploy/compose.yaml.
 * Where no registry can be reached, base images are made by scripts/container/stand-ins.sh.
 * CONTAINER_BUILD_ARGS adds arguments to the build, for instance `--network=host`.
 */

if (!engine) {
  console.error('Container test: did not run, because neither docker nor podman works here.')
  process.exit(1)
}

const prefix = `soundpost-test-${randomUUID().slice(0, 8)}`
const image = `${prefix}-server`
const kinds = ['server', 'node', 'postgres', 'nginx', 'store', 'debian']

/** Whether base images had to be made. */
function makeStandIns(): boolean {
  const official = 'docker.io/library/node:24-bookworm-slim'
  if (spawnSync(engine ?? '', ['pull', '-q', official]).status === 0) return false
  console.log(
    'Container test: no registry can be reached, base images are made of Debian packages.',
  )
  run(['scripts/container/stand-ins.sh', engine ?? '', prefix], { seconds: 1200, quiet: false })
  return true
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    if (runEngine(['inspect', '--format', '{{.State.Running}}', prefix]) !== 'true') break
    await delay(500)
  }
  throw new Error(`The container did not become ready:\n${runEngine(['logs', prefix])}`)
}

async function testImage(): Promise<void> {
  runEngine(['run', '-d', '--name', prefix, '--shm-size=64k', '-p', '127.0.0.1::3000', image])
  const address = runEngine(['port', prefix, '3000/tcp']).split('\n')[0]
  const url = `http://${address}`
  await waitUntilReady(url)
  const page = await fetch(url)
  expectEqual('status of the landing page', page.status, 200)
  expectEqual('the landing page names the site', (await page.text()).includes('Soundpost'), true)
  runEngine(['exec', prefix, 'node', 'deploy/healthcheck.mjs'])
  runEngine(['exec', prefix, 'npm', 'run', '--silent', 'backup', '--', '/backups/first'])
  runEngine(['stop', '-t', '40', prefix])
  expectEqual('exit code', runEngine(['inspect', '--format', '{{.State.ExitCode}}', prefix]), '0')
}

try {
  const standIns = makeStandIns()
  const base = standIns ? [`--build-arg=NODE_IMAGE=${prefix}-node`] : []
  const buildArgs = process.env['CONTAINER_BUILD_ARGS']?.split(' ').filter(Boolean) ?? []
  const build = ['build', '-f', 'deploy/Dockerfile', '-t', image, ...base, ...buildArgs, '.']
  runEngine(build, { seconds: 1200, quiet: false })
  await testImage()
  console.log(`Container test: the image passed with ${engine}.`)
  console.log(`Container test: ${await testCompose({ image, prefix, standIns })}`)
} catch (error) {
  console.error(`Container test: failed. ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  spawnSync(engine, ['rm', '-f', '-v', prefix])
  for (const kind of kinds) spawnSync(engine, ['rmi', '-f', `${prefix}-${kind}`])
}
