import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/directories.ts'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'
import { secretNames } from './manifest.ts'

/** Exists in DATA_DIR from the beginning of a restore to its end, and names the backup and the attempt. */
const marker = 'restoring'
const restoredEntries = [
  'postgres',
  'postgres.password',
  'postgres.log',
  'postgres.log.old',
  'postgres.spare',
  'postgres.reserve',
  'objects',
  'trial',
  'writable',
  ...secretNames,
]

type Restore = {
  /** Names this attempt. */
  attempt: string
  /** An interrupted attempt had committed everything, so that nothing is left to do. */
  isComplete: boolean
  /** Marks the restore as complete. */
  end(): Promise<void>
}

/** Marks an empty folder, or that of an interrupted restore, which starts over unless it had committed. */
export async function beginRestore(
  dataDir: string,
  backupId: string,
  hasCommitted: (attempt: string) => Promise<boolean>,
): Promise<Restore> {
  const file = path.join(dataDir, marker)
  const end = () => rm(file)
  try {
    ensureDirectory(dataDir)
    const earlier = await readMark(dataDir)
    if (earlier?.startsWith(backupId) && (await hasCommitted(earlier)))
      return { attempt: earlier, isComplete: true, end }
    if (earlier !== undefined) await removePartial(dataDir)
    const others = (await readdir(dataDir)).filter((name) => name !== marker)
    if (others.length > 0)
      throw new StartupError(
        `${dataDir} is not empty (it contains ${others[0]}): a site is restored into an empty folder.`,
      )
    const attempt = `${backupId} ${randomUUID()}`
    await writeFile(file, attempt)
    return { attempt, isComplete: false, end }
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new StartupError(`${dataDir} cannot be written (${error.code}).`, { cause: error })
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'path' in error && 'code' in error

async function removePartial(dataDir: string): Promise<void> {
  await stopAny(folderAt(path.join(dataDir, 'postgres')))
  for (const name of await readdir(dataDir))
    if (
      restoredEntries.some(
        (entry) =>
          name === entry || name.startsWith(`${entry}.new-`) || name.startsWith(`${entry}-`),
      )
    )
      await rm(path.join(dataDir, name), { recursive: true, force: true })
}

/** A partially restored site must not start. */
export async function assertRestoreComplete(dataDir: string): Promise<void> {
  if ((await readMark(dataDir)) === undefined) return
  throw new StartupError(
    `a restore into ${dataDir} did not complete: run it again, which starts over.`,
  )
}

async function readMark(dataDir: string): Promise<string | undefined> {
  return readFile(path.join(dataDir, marker), 'utf8').catch(() => undefined)
}
