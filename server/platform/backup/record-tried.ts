import { rename, writeFile } from 'node:fs/promises'
import { backupLayout, type Manifest } from './manifest.ts'

/** Notes in the backup that it was restored. A backup that cannot be written any more stays as it is. */
export async function recordTried(folder: string, manifest: Manifest): Promise<void> {
  const { manifest: file } = backupLayout(folder)
  const text = `${JSON.stringify({ ...manifest, tried: new Date().toISOString() }, null, 2)}\n`
  try {
    await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error
  }
}
