import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { backupLayout, type Manifest } from './manifest.ts'
import { openBackup } from './read-backup.ts'
import { beginBackup } from './write-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-read-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Without tables and files. */
async function backupWith(name: string, secrets: string[]): Promise<string> {
  const target = path.join(folder, name)
  const writer = await beginBackup(target)
  async function* nothing() {}
  const files = { ...(await writer.fileList(nothing())), bytes: 0 }
  const takenAt = new Date().toISOString()
  const manifest = { format: 1, takenAt, migration: 0, tables: [], files, secrets }
  await writer.finish(manifest as unknown as Manifest)
  return target
}

test('restore: a backup that names a file outside the data folder as a secret is refused', async () => {
  const target = await backupWith('hostile', ['session-secret', '../program.js'])
  await expect(openBackup(target)).rejects.toThrow('backup.json cannot be understood')
})

test('restore: only the owner can read the secrets, whatever the modes in the backup', async () => {
  const umask = process.umask(0o022)
  onTestFinished(() => void process.umask(umask))
  const target = await backupWith('copied', ['session-secret'])
  const copied = backupLayout(target).secret('session-secret')
  writeFileSync(copied, 'secret of the site')
  chmodSync(copied, 0o644)
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  await (await openBackup(target)).putSecrets(dataDir)
  const restored = path.join(dataDir, 'session-secret')
  expect(readFileSync(restored, 'utf8')).toBe('secret of the site')
  expect(statSync(restored).mode & 0o777).toBe(0o600)
})
