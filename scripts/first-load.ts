import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const built = path.join(import.meta.dirname, '../dist/web')

/** In KiB with gzip: the code that a public page needs before it works, and all that it loads without a click. */
export const maxNeeded = 125
export const maxWithoutClick = 200

/** The source files of the public pages, by name. */
export const publicPages = {
  landing: 'pages/landing/landing-page.tsx',
  discover: 'pages/discover/discover-page.tsx',
  track: 'pages/track/track-page.tsx',
  playlist: 'pages/playlist/playlist-page.tsx',
  profile: 'pages/profile/profile-page.tsx',
  search: 'pages/search/search-page.tsx',
  section: 'pages/browse/section-page.tsx',
  genre: 'pages/browse/genre-page.tsx',
}

type Chunk = { file: string; imports?: string[] }

/** The chunks that a page needs before it works, by the page's source path. */
export function firstLoadOf(source: string) {
  return weigh(filesOf('manifest.json', 'index.html', source))
}

/** The embedded player is built apart from the app. */
export function embedLoad() {
  return weigh(filesOf('outside-manifest.json', 'embed/embed.ts'))
}

/** The files of these entries and of all that they import. */
function filesOf(manifest: string, ...entries: string[]): string[] {
  const chunks: Record<string, Chunk | undefined> = JSON.parse(
    readFileSync(path.join(built, '.vite', manifest), 'utf8'),
  )
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`${manifest} has no ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  entries.forEach(add)
  return [...files]
}

/** Files of the build, by their paths in it. */
export function weigh(files: Iterable<string>): { files: string[]; gzippedBytes: number } {
  const all = [...files]
  const weights = all.map((file) => statSync(path.join(built, `${file}.gz`)).size)
  return { files: all, gzippedBytes: weights.reduce((sum, weight) => sum + weight, 0) }
}
