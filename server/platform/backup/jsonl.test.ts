import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readJsonl, writeJsonl } from './jsonl.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-jsonl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function readBack(name: string, lines: string[]): Promise<string[]> {
  const file = path.join(folder, name)
  async function* source() {
    yield* lines
  }
  const written = await writeJsonl(file, source())
  const read: string[] = []
  for await (const line of readJsonl(file, written)) read.push(line)
  return read
}

test('a backup: lines longer than a chunk, empty ones and line separators come back unchanged', async () => {
  const lines = ['{"title":"ü\u2028🎻"}', '', 'ü'.repeat(100_000), '{}']
  expect(await readBack('lines.jsonl.gz', lines)).toEqual(lines)
})

test('a backup: a line that would fill the memory is refused before it is read whole', async () => {
  await expect(readBack('long.jsonl.gz', ['x'.repeat(65 * 1024 * 1024)])).rejects.toThrow(
    /of the backup cannot be read/,
  )
})
