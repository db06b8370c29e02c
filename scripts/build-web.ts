import { globSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BuildOptions, InlineConfig } from 'vite'

const root = path.join(import.meta.dirname, '..')
const compressible = '**/*.{js,css,svg,json,txt}'
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** The web app, into dist/web. */
export const webBuild = {
  name: 'web',
  inputs: [
    'web/**/*',
    'brand/**/*',
    'contract/**/*.ts',
    // The class names of their HTML are in the styles.
    'server/modules/embeds/*.ts',
    'server/modules/accounts/pages/*.ts',
    'scripts/build-web.ts',
    'vite.config.ts',
  ],
  async into(folder: string) {
    const { build } = await import('vite')
    const configFile = path.join(root, 'vite.config.ts')
    await build({ configFile, logLevel: 'warn', build: { outDir: folder } })
    const appFiles = globSync('assets/*.{js,css,woff2}', { cwd: folder })
    await build({ configFile, logLevel: 'warn', mode: 'outside', build: outsideApp(folder) })
    await compressAll(folder)
    await build({ configFile, logLevel: 'warn', build: serverEntry(folder) })
    await build(serviceWorker(folder, appFiles))
  },
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

/** One classic script with the list of the files that it caches. server/modules/pwa sends it. */
function serviceWorker(folder: string, appFiles: string[]): InlineConfig {
  const files = appFiles.map((file) => `/${file}`).sort()
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
        input: path.join(root, 'web/features/offline/service-worker/main.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  }
}

/** Sign-in and the embedded player, which need the network. */
function outsideApp(folder: string): BuildOptions {
  return {
    outDir: folder,
    emptyOutDir: false,
    manifest: '.vite/outside-manifest.json',
    copyPublicDir: false,
  }
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
