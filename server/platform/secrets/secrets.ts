import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/directories.ts'
import { writeOnce } from '#server/platform/files/write-once.ts'

/** The configured secret, or one that is generated once and saved in a file that only its owner can read. */
export async function loadSessionSecret(
  configured: string | undefined,
  dataDir: string,
): Promise<string> {
  if (configured) return configured
  const file = path.join(dataDir, 'session-secret')
  try {
    ensureDirectory(dataDir)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : writeOnce(file, newToken())
  } catch (error) {
    throw cannotWrite(error)
  }
}

const cannotWrite = (error: unknown) =>
  new StartupError(`DATA_DIR cannot be written: ${(error as Error).message}.`, { cause: error })

/** Writes a file that only its owner can read. */
export async function saveSecretFile(file: string, secret: string) {
  try {
    ensureDirectory(path.dirname(file))
    await writeFile(file, `${secret}\n`, { mode: 0o600 })
    // writeFile does not change the mode of an existing file.
    await chmod(file, 0o600)
  } catch (error) {
    throw cannotWrite(error)
  }
}

/** A key for one purpose: no two uses of the secret share a key. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `soundpost ${purpose}`, 32))
}

/** 256 random bits, for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** 128 random bits, for a link that people send each other. */
export const newLinkToken = () => randomBytes(16).toString('base64url')

/** The database stores only this hash: a leaked table does not reveal the token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Signs the upload URLs of this server. The name is fixed: another one would invalidate URLs in use. */
export const deriveUploadKey = (sessionSecret: string) =>
  deriveKey(sessionSecret, 'upload addresses')
