import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const built = path.join(import.meta.dirname, '../dist/web')

type Chunk = { file: string; name?: string; imports?: string[] }

/** All chunks that a page needs on first load, by the page's source path. */
export function firstLoadOf(source: string) {
  const bootstrap = globSync('assets/bootstrap-*.js', { cwd: built })
  return weigh([...bootstrap, ...filesOf('index.html', source)])
}

/** What a page loads when it is idle, in addition to its first load. */
export function idleLoadOf(source: string) {
  const [deferred = ''] =
    Object.entries(readChunks()).find(([, chunk]) => chunk?.name === 'deferred') ?? []
  const { files } = firstLoadOf(source)
  return weigh(filesOf(deferred).filter((file) => !files.includes(file)))
}

function readChunks(): Record<string, Chunk | undefined> {
  return JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'))
}

/** The files of these chunks and of all that they import. */
function filesOf(...names: string[]): string[] {
  const chunks = readChunks()
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  names.forEach(add)
  return [...files]
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
