import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const web = path.join(import.meta.dirname, 'web')
const server = 'http://localhost:3000'
/** The app, and what the server's own sign-in pages load. */
const pages = globSync(['index.html', 'styles/provider.css', 'provider/!(*.test).ts'], {
  cwd: web,
}).map((file) => path.join(web, file))

/** What nearly every page needs. Left alone it falls into many small files, each a request. */
const base = [
  '/node_modules/@tanstack/',
  '/node_modules/wouter/',
  '/node_modules/regexparam/',
  '/node_modules/lucide-react/dist/esm/icons/heart.mjs',
  '/contract/art/random.ts',
  '/web/lib/',
  '/web/api/client.ts',
  '/web/api/query-client.ts',
  '/web/features/likes/use-like.ts',
  '/web/features/likes/like-messages.ts',
  '/web/features/player/use-player.ts',
  '/web/ui/artwork.tsx',
  '/web/ui/play-button.tsx',
  '/web/ui/skeleton.tsx',
  '/web/ui/toast/toast-context.ts',
]
/** The track page and the player share it. */
const waveform = [
  '/contract/art/waveform.ts',
  '/web/blocks/waveform/',
  '/web/features/player/waveform-bars.ts',
]
const isIn = (parts: string[]) => (file: string) =>
  parts.some((part) => file.replaceAll('\\', '/').includes(part))

/**
 * Puts `app/theme-boot.js` into the page as a blocking script of its own: it must run before the
 * first paint, and the page's security policy allows no inline script.
 */
function themeBoot(): Plugin {
  const source = readFileSync(path.join(web, 'app/theme-boot.js'), 'utf8')
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/theme-boot-${hash}.js`
  let building = false
  return {
    name: 'theme-boot',
    configResolved(config) {
      building = config.command === 'build'
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml(html) {
      const src = building ? `/${fileName}` : '/app/theme-boot.js'
      return html.replace('<!--theme-boot-->', `<script src="${src}"></script>`)
    },
  }
}

export default defineConfig({
  root: web,
  plugins: [react(), tailwind(), themeBoot()],
  // React has had this hook since 18; wouter brings a copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: {
    proxy: {
      // The server's calls, but not our own modules in web/api.
      '^/api/(?!.+\\.tsx?($|\\?))': server,
      '/oidc': server,
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'base', test: isIn(base) },
            { name: 'waveform', test: isIn(waveform) },
          ],
        },
      },
    },
  },
})
