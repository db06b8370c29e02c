import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { binariesIn, findBinaries } from './binaries.ts'

test('PostgreSQL runs even if npm was not allowed to run its install script', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'soundpost-binaries-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const native = path.dirname(path.dirname(findBinaries().postgres))
  cpSync(native, path.join(root, 'native'), {
    recursive: true,
    filter: (file) => !lstatSync(file).isSymbolicLink() && !/\.a$|\bshare\b/.test(file),
  })
  const { postgres } = binariesIn(root)
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toMatch(/^postgres .* 18/)
})
