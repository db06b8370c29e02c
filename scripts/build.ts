import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sandboxBuild, serverBuild } from './build-server.ts'
import { webBuild } from './build-web.ts'

/** `npm run build`: web app, server and media sandbox, each into its folder in dist/, unless it is up to date. */

type Build = {
  name: string
  /** Patterns of the files on which the result depends, beside package-lock.json. */
  inputs: readonly string[]
  into(folder: string): Promise<void>
}

const root = path.join(import.meta.dirname, '..')
const targetOf = ({ name }: Build) => path.join(root, 'dist', name)

const all: readonly Build[] = [webBuild, serverBuild, sandboxBuild]

/** Builds what is missing or outdated in a child process, whose memory is freed afterwards. */
export async function ensureBuild(): Promise<void> {
  await ensure(all)
}

/** For programs other than the server that decode media. */
export async function ensureSandbox(): Promise<void> {
  await ensure([sandboxBuild])
}

async function ensure(builds: readonly Build[]): Promise<void> {
  const upToDate = await Promise.all(builds.map(isUpToDate))
  if (upToDate.every(Boolean)) return
  const names = builds.map(({ name }) => name)
  const child = spawn(process.execPath, [import.meta.filename, '--quiet', ...names], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The build failed; see above.')
}

const isUpToDate = async (build: Build) => (await builtFingerprint(build)) === fingerprint(build)

function fingerprint({ inputs }: Build): string {
  const hash = createHash('sha256')
  const files = globSync([...inputs, 'package-lock.json'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

function builtFingerprint(build: Build): Promise<string | undefined> {
  return readFile(path.join(targetOf(build), '.fingerprint'), 'utf8').catch(() => undefined)
}

/** Built in a temporary folder and renamed: an aborted build leaves nothing half-written. */
async function run(build: Build): Promise<void> {
  const temporary = `${targetOf(build)}.${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  const current = fingerprint(build)
  await build.into(temporary)
  await writeFile(path.join(temporary, '.fingerprint'), current)
  await swapIn(temporary, targetOf(build))
}

async function swapIn(built: string, target: string): Promise<void> {
  const old = `${built}.old`
  await mkdir(path.dirname(target), { recursive: true })
  await rename(target, old).catch(() => {})
  await rename(built, target)
  await rm(old, { recursive: true, force: true })
}

// `import.meta.main` is missing in Node 22.
if (process.argv[1] === import.meta.filename) {
  // Whoever runs it may have another value: vitest has `test`.
  process.env['NODE_ENV'] = 'production'
  const [quiet, ...names] = process.argv.slice(2)
  for (const build of all.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const started = performance.now()
    const upToDate = await isUpToDate(build)
    if (!upToDate) await run(build)
    const took = `built in ${((performance.now() - started) / 1000).toFixed(1)} s`
    if (quiet === undefined) console.log(`dist/${build.name}: ${upToDate ? 'up to date' : took}.`)
  }
}
