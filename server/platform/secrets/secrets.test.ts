import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/errors.ts'
import { deriveKey, loadSessionSecret } from './secrets.ts'

test('session secret: a generated secret is saved for the file owner only and reused at the next start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const starting = Array.from({ length: 5 }, () => loadSessionSecret(undefined, folder))
  const secrets = new Set(await Promise.all(starting))
  expect([...secrets]).toEqual([await loadSessionSecret(undefined, folder)])
  expect([...secrets][0]).toMatch(/^[\w-]{43}$/)
  expect(statSync(path.join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
  expect(await loadSessionSecret('one that was set', folder)).toBe('one that was set')
})

test('session secret: a DATA_DIR that cannot be written or created stops the start with one sentence', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'in-the-way')
  writeFileSync(file, '')
  for (const dataDir of process.platform === 'linux' ? [file, '/proc/soundpost'] : [file]) {
    const failure = await loadSessionSecret(undefined, dataDir).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect((failure as StartupError).message).toMatch(/^DATA_DIR cannot be written: .*\.$/)
  }
})

test('session secret: each purpose has its own derived key', () => {
  expect(deriveKey('secret', 'one')).toEqual(deriveKey('secret', 'one'))
  expect(deriveKey('secret', 'one')).not.toEqual(deriveKey('secret', 'two'))
})
