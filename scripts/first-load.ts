import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const built = path.join(import.meta.dirname, '../dist/web')

type Chunk = { file: string; imports?: string[] }

/** All chunks that a page needs on first load, by the page's source path. */
export function firstLoadOf(source: string): { files: string[]; gzippedBytes: number } {
  const manifest = readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')
  const chunks = JSON.parse(manifest) as Record<string, Chunk | undefined>
  const needed = new Set<string>(globSync('assets/bootstrap-*.js', { cwd: built }))
  const need = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    chunk.imports?.forEach(need)
  }
  need('index.html')
  need(source)
  return weigh([...needed])
}

/** The embedded player is built alone: all that its build has written is loaded at once. */
export function embedWeight() {
  const manifest = readFileSync(path.join(built, '.vite/embed-manifest.json'), 'utf8')
  const chunks = Object.values(JSON.parse(manifest) as Record<string, Chunk>)
  return weigh(chunks.map(({ file }) => file))
}

function weigh(files: string[]): { files: string[]; gzippedBytes: number } {
  const weights = files.map((file) => statSync(path.join(built, `${file}.gz`)).size)
  return { files, gzippedBytes: weights.reduce((sum, weight) => sum + weight, 0) }
}
