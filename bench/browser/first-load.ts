import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const built = path.join(import.meta.dirname, '../../dist/web')

type Chunk = { file: string; imports?: string[] }

/** Bytes, gzipped, of all code that a page cannot do without; e2e/weight.spec.ts holds the main pages to 100 KiB. */
export function firstLoadOf(source: string): number {
  const manifest = readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')
  const chunks = JSON.parse(manifest) as Record<string, Chunk | undefined>
  const needed = new Set<string>(globSync('assets/boot-*.js', { cwd: built }))
  const need = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    chunk.imports?.forEach(need)
  }
  need('index.html')
  need(source)
  return [...needed].reduce((sum, file) => sum + statSync(path.join(built, `${file}.gz`)).size, 0)
}
