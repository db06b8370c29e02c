import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { freePort } from '#server/testing/free-port.ts'
import { compressAll } from '../../scripts/build-web.ts'
import { type Server, startServer } from '../servers/server-process.ts'

const source = path.join(import.meta.dirname, 'baseline-app')
const server = path.join(import.meta.dirname, '../servers/baseline-app.ts')

/** Size and cost of React, wouter and TanStack Query alone: a page with one heading. */
export async function buildBaselineApp(folder: string): Promise<{ gzippedBytes: number }> {
  await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: {
      outDir: folder,
      manifest: true,
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
  await compressAll(folder)
  const weights = globSync('assets/*.js.gz', { cwd: folder }).map(
    (file) => statSync(path.join(folder, file)).size,
  )
  return { gzippedBytes: weights.reduce((sum, weight) => sum + weight, 0) }
}

/** Sent by the same static file code as in the product. */
export async function startBaselineApp(folder: string): Promise<Server> {
  const port = await freePort()
  const options = [server, String(port), folder]
  return startServer({ command: process.execPath, options, url: `http://localhost:${port}` })
}
