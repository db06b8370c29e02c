import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'

/** Of the build that the journeys run against, as it is sent to browsers that know gzip. */
const built = path.join(import.meta.dirname, '../dist/web')
const most = 100 * 1024

type Chunk = { file: string; imports?: string[] }

for (const page of [
  'pages/landing/landing-page.tsx',
  'pages/discover/discover-page.tsx',
  'pages/track/track-page.tsx',
])
  test(`${page} is there with at most 100 KiB of JavaScript`, () => {
    const chunks: Record<string, Chunk> = JSON.parse(
      readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'),
    )
    const needed = new Set<string>()
    const need = (name: string) => {
      const chunk = chunks[name]
      if (!chunk || needed.has(chunk.file)) return
      needed.add(chunk.file)
      chunk.imports?.forEach(need)
    }
    need('index.html')
    need(page)
    const scripts = [...needed, ...globSync('assets/boot-*.js', { cwd: built })]
    const weight = scripts.reduce((sum, file) => sum + statSync(`${built}/${file}.gz`).size, 0)
    expect(scripts.length).toBeGreaterThan(3)
    expect(weight).toBeLessThanOrEqual(most)
  })
