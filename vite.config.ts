import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin } from 'vite'

const web = path.join(import.meta.dirname, 'web')
const server = 'http://localhost:3000'
/** The app, and the assets of pages that the server renders: sign-in and the embedded player. */
const entries = [
  'index.html',
  'styles/auth-pages.css',
  'auth-pages/!(*.test).ts',
  'styles/embed.css',
]
const pages = globSync(entries, { cwd: web }).map((file) => path.join(web, file))
/** Built alone: otherwise it would load the chunks that it shares with the app. */
const embed = path.join(web, 'embed/main.ts')

/** Modules that nearly every page needs. Without this list they become many small files. */
const base = [
  'vite/preload-helper',
  '/node_modules/@tanstack/',
  '/node_modules/wouter/',
  '/node_modules/regexparam/',
  '/icons/heart.',
  '/icons/ellipsis.',
  '/icons/search.',
  '/icons/settings.',
  '/icons/upload.',
  '/icons/x.',
  '/brand/random.ts',
  '/contract/client.ts',
  '/contract/genres.ts',
  '/contract/limits.ts',
  '/contract/routes.ts',
  '/web/lib/',
  '/web/app/reload-once.ts',
  '/web/app/shell/nav-link.tsx',
  '/web/api/auth.ts',
  '/web/api/cached-tracks.ts',
  '/web/api/client.ts',
  '/web/api/query-client.ts',
  '/web/api/tracks.ts',
  '/web/features/likes/like-button.tsx',
  '/web/features/likes/use-like.ts',
  '/web/components/artist-link.tsx',
  '/web/components/track-title-link.tsx',
  '/web/components/track-menu/track-menu.tsx',
  '/web/features/player/engine/audio-sources.ts',
  '/web/features/player/queue/playable-list.tsx',
  '/web/features/player/queue/queue.ts',
  '/web/features/player/use-player.ts',
  '/web/features/session/',
  '/web/features/theme/theme.ts',
  '/web/features/theme/use-theme.tsx',
  '/web/ui/artwork.tsx',
  '/web/ui/avatar.tsx',
  '/web/ui/create-icon.ts',
  '/web/ui/button.tsx',
  '/web/ui/icon-button.tsx',
  '/web/ui/lazy-menu.tsx',
  '/web/ui/play-button.tsx',
  '/web/ui/skeleton.tsx',
  '/web/ui/toast/toast-store.ts',
  '/web/ui/use-lazy-component.ts',
]
/** Exceptions from `base`, needed by few pages: virtual lists and forms. */
const notInBase = [
  'nfiniteQuery',
  '/web/lib/draft-keys.ts',
  '/web/lib/offline-caches.ts',
  '/web/lib/privacy-labels.ts',
  '/web/lib/visible-range.ts',
  '/web/lib/tags.ts',
  '/web/lib/use-debounced.ts',
  '/web/lib/use-navigation-guard.ts',
  '/web/lib/use-object-url.ts',
]
/** Shared by the track, playlist and profile pages. */
const stage = [
  '/brand/waveform.ts',
  '/web/features/player/controls/waveform/',
  '/web/features/player/engine/waveform-bars.ts',
  '/web/features/share/share-button.tsx',
  '/web/ui/artwork-glow.tsx',
]
/** Shared by pages with lists, and needed by signed-in users on the others. */
const lists = [
  '/icons/pencil.',
  '/icons/plus.',
  '/icons/trash',
  'visible-range.ts',
  '/web/lib/draft-keys.ts',
  'nfiniteQuery',
  '/contract/display-name.ts',
  '/web/api/cache-updates.ts',
  '/web/api/library.ts',
  '/web/api/playlists.ts',
  '/web/api/uploads.ts',
  '/web/api/users.ts',
  '/web/components/track-menu/resumed-track-edit.tsx',
  '/web/components/load-more.tsx',
  '/web/components/paged-list.tsx',
  '/web/features/player/controls/row-cover.tsx',
  '/web/features/playlists/add-to-playlist-button.tsx',
  '/web/ui/action-button.tsx',
  '/web/ui/draft-persistence.ts',
  '/web/ui/file-validation.ts',
  '/web/ui/virtual-list.tsx',
  '/web/ui/image-input.tsx',
  '/web/ui/linked-text.tsx',
  '/web/ui/privacy-label.tsx',
  '/web/ui/tabs.tsx',
]
/** Loaded by every page when it is idle, and at once by the library and the settings. */
const offline = [
  '/web/features/offline/download.ts',
  '/web/features/offline/offline-items.ts',
  '/web/features/offline/offline-store.ts',
  '/web/features/offline/use-offline-store.ts',
  '/web/lib/offline-caches.ts',
  '/web/ui/progress-bar.tsx',
]
/**
 * What every page loads when it is idle, and what that imports: one file instead of 28. The player bar is part of it,
 * because it would compete with the audio for bandwidth if it were loaded by the first click.
 */
const deferred = [
  '/web/app/shell/bottom-bar.tsx',
  '/web/app/shell/mobile-menu.tsx',
  '/web/app/shell/player-area.tsx',
  '/web/app/shell/signed-in-actions.tsx',
  '/web/features/player/deferred-features.ts',
  '/web/features/player/controls/player-bar.tsx',
  '/web/features/theme/theme-switch.tsx',
  '/web/ui/toast/toaster.tsx',
]
/** Shared by pages with rows of cards. */
const cards = ['/web/components/track-card-skeleton.tsx', '/web/ui/section-heading.tsx']
// A renamed file would silently leave its chunk.
for (const entry of [...base, ...notInBase, ...stage, ...lists, ...cards, ...offline, ...deferred])
  if (/^\/(web|brand|contract)\//.test(entry) && !existsSync(path.join(web, '..', entry)))
    throw new Error(`vite.config.ts lists ${entry} in a chunk, but there is no such file.`)

const isIn = (entries: string[], file: string) =>
  entries.some((entry) => file.replaceAll('\\', '/').includes(entry))
const isInBase = (file: string) => isIn(base, file) && !isIn(notInBase, file)

const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'base', test: isInBase },
  { name: 'stage', test: (file: string) => isIn(stage, file) },
  { name: 'lists', test: (file: string) => isIn(lists, file) },
  { name: 'cards', test: (file: string) => isIn(cards, file) },
  { name: 'offline', test: (file: string) => isIn(offline, file) },
  { name: 'deferred', test: (file: string) => isIn(deferred, file) },
]

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
    transformIndexHtml(html) {
      const src = building ? `/${fileName}` : '/app/bootstrap.js'
      return html.replace('<!--bootstrap-->', `<script src="${src}"></script>`)
    },
  }
}

function outputOf(isSsrBuild: boolean | undefined, mode: string) {
  if (mode === 'embed') return { entryFileNames: 'assets/embed-[hash].js' }
  return isSsrBuild ? {} : { codeSplitting: { groups } }
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: web,
  plugins: [react(), tailwind(), mode !== 'embed' && bootstrap()],
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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: mode === 'embed' ? embed : pages,
      // Each chunk carries the API paths that it calls, instead of the first load all of them.
      optimization: { inlineConst: { mode: 'all' } },
      output: outputOf(isSsrBuild, mode),
    },
  },
}))
