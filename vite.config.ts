import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin } from 'vite'

const web = path.join(import.meta.dirname, 'web')
const server = 'http://localhost:3000'
/** Assets of pages outside the app, sign-in and the embedded player. Built alone: they share no chunks with the app. */
const outside = ['styles/{auth-pages,embed}.css', 'auth-pages/!(*.test).ts', 'embed/embed.ts']
const inputs = (mode: string) =>
  globSync(mode === 'outside' ? outside : ['index.html'], { cwd: web }).map((file) =>
    path.join(web, file),
  )

/**
 * Adds `app/bootstrap.js` as a blocking script: it must run before the first paint, and the CSP
 * forbids inline scripts.
 */
function bootstrap(): Plugin {
  const source = minifySync(
    'bootstrap.js',
    readFileSync(path.join(web, 'app/bootstrap.js'), 'utf8'),
  ).code
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/bootstrap-${hash}.js`
  let building = false
  return {
    name: 'bootstrap',
    configResolved(config) {
      building = config.command === 'build'
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const src = building ? `/${fileName}` : '/app/bootstrap.js'
        return (
          html
            .replace('<!--bootstrap-->', `<script src="${src}"></script>`)
            // Visitors read the page before its code has arrived: styles, fonts and images come first.
            .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
        )
      },
    },
  }
}

/** What every page loads is one file. */
const groups = [{ name: 'base', tags: ['$initial' as const] }]

/** Other chunks name those that they import: a hash alone is shorter. */
const chunkFileNames = ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
  isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: web,
  plugins: [react(), tailwind(), mode !== 'outside' && bootstrap()],
  resolve: {
    alias: [
      // React has this hook since version 18; wouter bundles a shim.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: '../createLucideIcon.mjs', replacement: path.join(web, 'ui/create-icon.ts') },
    ],
  },
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    proxy: {
      // API requests, but not the modules in web/api.
      '^/api/(?!.+\\.tsx?($|\\?))': server,
      '/oidc': server,
      '^/embed/(track|playlist)/': server,
      '/oembed': server,
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: inputs(mode),
      // Each chunk carries the API paths that it calls, instead of the first load all of them.
      optimization: { inlineConst: { mode: 'all' } },
      output: isSsrBuild || mode === 'outside' ? {} : { codeSplitting: { groups }, chunkFileNames },
    },
  },
}))
