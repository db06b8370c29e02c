import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/ensure-directory.ts'

/** The secret that was set, or one that is generated once and kept where only the server's user reads it. */
export async function loadSessionSecret(
  given: string | undefined,
  dataDir: string,
): Promise<string> {
  if (given) return given
  const file = path.join(dataDir, 'session-secret')
  try {
    ensureDirectory(dataDir)
    return (await readFile(file, 'utf8').catch(() => createSecret(file))).trim()
  } catch (error) {
    throw new StartupError(`DATA_DIR cannot be written: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/** Whole before it has its name: of servers that start at once none reads half a secret. */
async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    await handle.writeFile(randomBytes(32).toString('base64url'))
    await handle.sync()
    await handle.close()
    await link(draft, file).catch(ignoreExisting)
    return await readFile(file, 'utf8')
  } finally {
    await rm(draft, { force: true })
  }
}

/** Another server on this folder was quicker: its secret counts. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** A key for one purpose, so that no two uses of the secret can be played against each other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `soundpost ${purpose}`, 32))
}
