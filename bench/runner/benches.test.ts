import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.join(import.meta.dirname, '..')

test('each file directly in bench/ exports a benchmark, and the runner finds it', () => {
  const files = globSync('*.ts', { cwd: folder })
  expect(files.length).toBeGreaterThan(10)
  for (const file of files)
    expect(readFileSync(path.join(folder, file), 'utf8'), file).toContain(
      'export const bench: Bench = {',
    )
})
