import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contract/ssr.ts'
import { StartupError } from '#server/errors.ts'

/** The output of `npm run build`. */
export type WebBuild = {
  directory: string
  /** index.html, into which each page's metadata is inserted. */
  template: string
  /** The hashed URL of a source file, such as `styles/auth-pages.css`. */
  asset(source: string): string
  renderPage: RenderPage
  /** The script of the service worker. */
  serviceWorker: string
  /** The chunks that a source file needs, itself included, beyond those that every page loads. */
  chunksFor(source: string): string[]
}

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>

export async function loadWebBuild(directory: string): Promise<WebBuild> {
  const [template, serviceWorker, ...manifests] = await Promise.all(
    ['index.html', 'service-worker.js', '.vite/manifest.json', '.vite/outside-manifest.json'].map(
      (file) => readFile(path.join(directory, file), 'utf8'),
    ),
  ).catch((error: unknown) => {
    throw new StartupError('the web build is missing. Run "npm run build" first.', { cause: error })
  })
  const files: Manifest = Object.assign({}, ...manifests.map((json) => JSON.parse(json)))
  const serverEntry = pathToFileURL(path.join(directory, '.server/entry-server.js')).href
  return {
    directory,
    template: template ?? '',
    serviceWorker: serviceWorker ?? '',
    asset(source) {
      const entry = files[source]
      if (!entry) throw new Error(`The web build has no ${source}.`)
      return `/${entry.file}`
    },
    async renderPage(page) {
      const { renderPage }: { renderPage: RenderPage } = await import(serverEntry)
      return renderPage(page)
    },
    chunksFor(source) {
      const everywhere = collectChunks('index.html', files)
      return [...collectChunks(source, files)]
        .filter((file) => !everywhere.has(file))
        .map((file) => `/${file}`)
    },
  }
}

function collectChunks(source: string, files: Manifest, found = new Set<string>()): Set<string> {
  const entry = files[source]
  if (!entry || found.has(entry.file)) return found
  found.add(entry.file)
  for (const needed of entry.imports ?? []) collectChunks(needed, files, found)
  return found
}

/** Hashed files are cached forever, the others (icons) for an hour; brotli and gzip come from disk. */
export async function registerStaticFiles(app: FastifyInstance, build: WebBuild) {
  await app.register(fastifyStatic, {
    root: build.directory,
    index: false,
    // Only existing files become routes, so every other path reaches the pages.
    wildcard: false,
    globIgnore: [
      ...['**/*.br', '**/*.gz', '**/index.html', 'service-worker.js'],
      ...['.vite/**', '.server/**', '.fingerprint'],
    ],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
}
