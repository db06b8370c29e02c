/**
 * `node scripts/install-matrix.mjs [--node 20,22,24] [--npm 10,11]`: the README's commands on a clean
 * copy of this checkout, for each pair of Node and npm, both from the npm registry. `system` means
 * the Node that runs this file. Plain JavaScript, because that one may be old.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const { isRecentEnough, packages } = createRequire(import.meta.url)('./launch.cjs')
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '20,22,24' },
    npm: { type: 'string', default: '10,11' },
  },
})
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'soundpost install '))
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }))

let failed = 0
for (const node of values.node.split(','))
  for (const npm of values.npm.split(',')) await tryPair(node, npm)
process.exit(failed === 0 ? 0 : 1)

async function tryPair(nodeVersion, npmVersion) {
  const folder = path.join(scratch, `node ${nodeVersion} npm ${npmVersion}`)
  let name = `Node ${nodeVersion}, npm ${npmVersion}`
  try {
    const env = await installTools(folder, nodeVersion, npmVersion)
    const version = (await run('node', ['--version'], { env })).trim().slice(1)
    name = `Node ${version}, npm ${(await run('npm', ['--version'], { env })).trim()}`
    const copy = await copyCheckout(path.join(folder, 'soundpost'))
    await run('npm', ['ci'], { cwd: copy, env })
    await startAndStop(copy, env)
    await run('npm', ['run', 'check'], { cwd: copy, env })
    if (!isRecentEnough(version)) await startWithoutOptional(copy, env)
    console.log(`${name}: installed, started, served a page, stopped, checked`)
  } catch (error) {
    failed++
    console.log(`${name}: ${error.message}`)
  }
  fs.rmSync(folder, { recursive: true, force: true })
}

/** A PATH on which `node` and `npm` are of these versions, before everything else. */
async function installTools(folder, nodeVersion, npmVersion) {
  const bin = path.join(folder, 'bin')
  fs.mkdirSync(bin, { recursive: true })
  const install = (spec) =>
    run('npm', ['install', '--prefix', folder, '--no-save', '--no-package-lock', spec])
  await install(`npm@${npmVersion}`)
  fs.renameSync(path.join(folder, 'node_modules/npm'), path.join(folder, 'npm'))
  const packaged = packages[`${process.platform}-${process.arch}`]
  if (nodeVersion !== 'system') await install(`${packaged}@${nodeVersion}`)
  const node =
    nodeVersion === 'system'
      ? process.execPath
      : path.join(folder, 'node_modules', packaged, 'bin/node')
  fs.symlinkSync(node, path.join(bin, 'node'))
  fs.symlinkSync(path.join(folder, 'npm/bin/npm-cli.js'), path.join(bin, 'npm'))
  return { ...environmentWithoutNpm(), PATH: [bin, ...systemPath()].join(path.delimiter) }
}

/** Without the variables that npm sets for its scripts: the npm that is tested would take them for its own settings. */
function environmentWithoutNpm() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_registry)|INIT_CWD$|NODE_OPTIONS$)/.test(name),
    ),
  )
}

function systemPath() {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.includes('node_modules'))
}

async function copyCheckout(target) {
  const list = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  for (const file of list
    .split('\0')
    .filter((name) => name && fs.existsSync(path.join(root, name))))
    fs.cpSync(path.join(root, file), path.join(target, file))
  // Biome asks git which files to ignore.
  await run('git', ['init', '--quiet'], { cwd: target })
  return target
}

async function startAndStop(cwd, env) {
  const port = await freePort()
  const server = spawn('npm', ['start'], {
    cwd,
    env: { ...env, PORT: String(port) },
    detached: true,
  })
  const output = collect(server)
  const exited = once(server, 'exit').then(() => true)
  try {
    await waitForPage(`http://localhost:${port}/`, exited, output)
    process.kill(-server.pid, 'SIGTERM')
    await waitUntilStopped(`http://localhost:${port}/`)
  } finally {
    if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid, 'SIGKILL')
  }
}

async function waitForPage(url, exited, output) {
  const deadline = Date.now() + 180_000
  while (Date.now() < deadline) {
    if (await respondsAt(url)) return
    if (await within(500, exited)) throw new Error(`npm start ended:\n${output()}`)
  }
  throw new Error(`npm start served no page within 180 s:\n${output()}`)
}

/** npm exits at once; the server finishes its requests first. */
async function waitUntilStopped(url) {
  const deadline = Date.now() + 30_000
  while (await respondsAt(url)) {
    if (Date.now() > deadline) throw new Error('the server still ran 30 s after SIGTERM')
    await within(200)
  }
}

async function respondsAt(url) {
  try {
    const response = await fetch(url)
    return response.ok && (await response.text()).includes('<title>')
  } catch {
    return false
  }
}

async function startWithoutOptional(cwd, env) {
  await run('npm', ['ci', '--omit=optional'], { cwd, env })
  const message = await run('npm', ['start'], { cwd, env }).then(
    () => 'npm start succeeded',
    (error) => error.message,
  )
  if (!/^Soundpost needs Node .*--omit=optional.*$/m.test(message) || /\n\s+at /.test(message))
    throw new Error(
      `npm start without optional packages did not end with its one sentence:\n${message}`,
    )
}

async function run(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${code}:\n${output()}`)
  return output()
}

function collect(child) {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  return () => text
}

function within(milliseconds, promise = new Promise(() => {})) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds, false))])
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
