import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '#server/testing/server-process.ts'

type LaunchModule = {
  isRecentEnough: (version: string) => boolean
  explainMissing: (version: string, platform: string, arch: string) => string
  packages: Record<string, string>
}
const launcher: LaunchModule = createRequire(import.meta.url)('./launch.cjs')

test.each([
  ['18.20.8', false],
  ['20.20.2', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('the launcher detects whether Node %s runs TypeScript without flags', (version, expected) => {
  expect(launcher.isRecentEnough(version)).toBe(expected)
})

test('the launcher names a packaged Node for every optional dependency of package.json', () => {
  const { optionalDependencies } = createRequire(import.meta.url)('../package.json')
  expect(Object.values(launcher.packages).sort()).toEqual(Object.keys(optionalDependencies).sort())
})

test('the launcher does not suggest npm ci if there is no packaged Node for the platform', () => {
  expect(launcher.explainMissing('20.0.0', 'freebsd', 'x64')).toBe(
    'Soundpost needs Node 22.18 or newer: this is Node 20.0.0, and there is no packaged Node for freebsd-x64. Install a newer Node from https://nodejs.org.',
  )
})

/** A checkout whose path contains a space, run by a Node that reports an old version. */
describe('on an old Node', () => {
  let root: string
  beforeAll(() => {
    root = path.join(mkdtempSync(path.join(tmpdir(), 'soundpost-launch-')), 'a check out')
    mkdirSync(path.join(root, 'scripts'), { recursive: true })
    copyFileSync(
      path.join(import.meta.dirname, 'launch.cjs'),
      path.join(root, 'scripts/launch.cjs'),
    )
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })\n"
    writeFileSync(path.join(root, 'old-node.cjs'), pretend)
    writeFileSync(
      path.join(root, 'script.ts'),
      `const [how, ...rest]: string[] = process.argv.slice(2)
       if (how === 'report') console.log(JSON.stringify({ rest, version: process.versions.node, path: process.env['PATH'] }))
       if (how === 'exit') process.exit(Number(rest[0]))
       if (how === 'die') process.kill(process.pid, 'SIGKILL')
       if (how === 'wait') {
         process.on('SIGTERM', () => process.exit(7))
         setInterval(() => {}, 1000)
         console.log('waiting', process.pid)
       }`,
    )
  })
  afterAll(() => rmSync(path.dirname(root), { recursive: true, force: true }))

  function installPackagedNode() {
    const folder = path.join(
      root,
      'node_modules',
      launcher.packages[`${process.platform}-${process.arch}`] ?? '',
    )
    mkdirSync(path.join(folder, 'bin'), { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ bin: { node: 'bin/node' } }))
    rmSync(path.join(folder, 'bin/node'), { force: true })
    symlinkSync(process.execPath, path.join(folder, 'bin/node'))
    return path.join(folder, 'bin')
  }

  function launch(...args: string[]) {
    return spawn(
      process.execPath,
      ['--require', path.join(root, 'old-node.cjs'), 'scripts/launch.cjs', 'script.ts', ...args],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
  }

  test('an old Node without the package exits with one sentence', async () => {
    const { code, stderr } = await outcome(launch('report'))
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Soundpost needs Node 22\.18 or newer: this is Node 20\.0\.0, .*"npm ci" without --omit=optional.*\n$/,
    )
  })

  test('arguments, PATH and exit code pass through the packaged Node', async () => {
    const bin = installPackagedNode()
    const { code, stdout } = await outcome(launch('report', 'two words'))
    const report = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(report.rest).toEqual(['two words'])
    expect(report.version).toBe(process.versions.node)
    expect(report.path.split(path.delimiter)[0]).toBe(bin)
    expect((await outcome(launch('exit', '3'))).code).toBe(3)
  })

  test('a signal is forwarded to the script, and its termination by a signal is reported', async () => {
    installPackagedNode()
    const child = launch('wait')
    await once(child.stdout, 'data')
    const ended = outcome(child)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(7)
    expect((await outcome(launch('die'))).signal).toBe('SIGKILL')
  })

  test.each(['old', 'current'])(
    'a script on the %s Node ends with npm, whose shell does not forward the signal',
    async (age) => {
      installPackagedNode()
      const node = `"${process.execPath}"${age === 'old' ? ' --require ./old-node.cjs' : ''}`
      writeFileSync(
        path.join(root, 'package.json'),
        // Two commands: a shell replaces itself with the last one.
        JSON.stringify({
          scripts: { start: `${node} scripts/launch.cjs script.ts wait; echo done` },
        }),
      )
      const npm = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      const lines = createInterface(npm.stdout)
      let pid = 0
      for await (const line of lines)
        if (line.startsWith('waiting')) {
          pid = Number(line.split(' ')[1])
          break
        }
      npm.kill('SIGTERM')
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    },
  )
})

async function outcome(child: ChildProcess) {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, stdout, stderr }
}
