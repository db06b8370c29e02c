import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BuildOptions, InlineConfig } from 'vite'

/** Builds the web app into dist/web, unless it is up to date. */

const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'dist/web')
const inputs = [
  'web/**/*',
  'brand/**/*',
  'contract/**/*.ts',
  'scripts/build-web.ts',
  'vite.config.ts',
  'package-lock.json',
]
const compressible = '**/*.{js,css,svg,json,txt}'
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function buildWeb(): Promise<'built' | 'up to date'> {
  const current = fingerprint()
  if ((await builtFingerprint()) === current) return 'up to date'
  // Built in a temporary folder and renamed: an aborted build leaves nothing half-written.
  const temporary = `${target}.${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  const { build } = await import('vite')
  const configFile = path.join(root, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn', build: { outDir: temporary } })
  await build({ configFile, logLevel: 'warn', mode: 'embed', build: embeddedPlayer(temporary) })
  await compressAll(temporary)
  await build({ configFile, logLevel: 'warn', build: serverEntry(temporary) })
  await build(serviceWorker(temporary))
  await writeFile(path.join(temporary, '.fingerprint'), current)
  await swapIn(temporary)
  return 'built'
}

/** The bundle for server-side rendering, self-contained. */
function serverEntry(folder: string): BuildOptions {
  return {
    ssr: path.join(root, 'web/app/entry-server.tsx'),
    outDir: path.join(folder, '.server'),
    manifest: false,
    copyPublicDir: false,
    minify: true,
  }
}

/** One classic script with the list of the files that it caches. server/modules/installed-app sends it. */
function serviceWorker(folder: string): InlineConfig {
  const files = globSync('assets/*.{js,css,woff2}', { cwd: folder })
    .filter((file) => !onlinePages.test(file))
    .map((file) => `/${file}`)
    .sort()
  return {
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      buildFiles: JSON.stringify(files),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: path.join(root, 'web/service-worker/main.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  }
}

/** Sign-in and the embedded player need the network. */
const onlinePages = /assets\/((auth-pages|forms|passkeys)-|embed-[\w-]{8}\.)/

/** The script of the embedded player, which shares no chunk with the app. */
function embeddedPlayer(folder: string): BuildOptions {
  return {
    outDir: folder,
    emptyOutDir: false,
    manifest: '.vite/embed-manifest.json',
    copyPublicDir: false,
  }
}

/** Builds in a child process, whose memory is freed afterwards. */
export async function ensureWebBuild(): Promise<void> {
  if ((await builtFingerprint()) === fingerprint()) return
  const child = spawn(process.execPath, [import.meta.filename, '--quiet'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web could not be built; see above.')
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

function builtFingerprint(): Promise<string | undefined> {
  return readFile(path.join(target, '.fingerprint'), 'utf8').catch(() => undefined)
}

/** Writes brotli and gzip versions of each file, so that the server never compresses them. */
export async function compressAll(folder: string): Promise<void> {
  const done: Promise<void>[] = []
  for await (const name of glob(compressible, { cwd: folder }))
    done.push(compress(path.join(folder, name)))
  await Promise.all(done)
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [brotli, gzipped] = await Promise.all([
    toBrotli(bytes, { params }),
    toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

async function swapIn(built: string): Promise<void> {
  const old = `${built}.old`
  await mkdir(path.dirname(target), { recursive: true })
  await rename(target, old).catch(() => {})
  await rename(built, target)
  await rm(old, { recursive: true, force: true })
}

// `import.meta.main` is missing in Node 22.
if (process.argv[1] === import.meta.filename) {
  const started = performance.now()
  const result = await buildWeb()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (!process.argv.includes('--quiet'))
    console.log(result === 'built' ? `Web built in ${seconds} s.` : 'Web is up to date.')
}
