import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { describeFileError, isFileError } from '#server/platform/files/describe-file-error.ts'
import { ensureDirectory, freeSpace, megabytes } from '#server/platform/files/directories.ts'
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
  /** Empties the folder again, unless rows may have been committed: then the mark stays, to be run again. */
  undo(): Promise<void>
}

type Wanted = {
  dataDir: string
  backupId: string
  neededBytes: number
  hasCommitted: (attempt: string) => Promise<boolean>
}

/** Marks an empty folder, or that of an interrupted restore, which starts over unless it had committed. */
export async function beginRestore(wanted: Wanted): Promise<Restore> {
  const { dataDir, backupId, neededBytes, hasCommitted } = wanted
  const file = path.join(dataDir, marker)
  const end = () => rm(file)
  const undoFor = (attempt: string) => async () => {
    if (await hasCommitted(attempt)) throw new Error('Rows are committed.')
    await removePartial(dataDir)
    await end()
  }
  try {
    ensureDirectory(dataDir)
    const earlier = await readMark(dataDir)
    if (earlier?.startsWith(backupId) && (await hasCommitted(earlier)))
      return { attempt: earlier, isComplete: true, end, undo: undoFor(earlier) }
    if (earlier !== undefined) await removePartial(dataDir)
    const others = (await readdir(dataDir)).filter((name) => name !== marker)
    if (others.length > 0)
      throw new StartupError(
        `${dataDir} is not empty (it contains ${others[0]}): a site is restored into an empty folder.`,
      )
    await assertFreeSpace(dataDir, neededBytes)
    const attempt = `${backupId} ${randomUUID()}`
    await writeFile(file, attempt)
    return { attempt, isComplete: false, end, undo: undoFor(attempt) }
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new StartupError(`${dataDir} cannot be written ${describeFileError(error)}.`, {
      cause: error,
    })
  }
}

async function assertFreeSpace(dataDir: string, bytes: number): Promise<void> {
  const free = await freeSpace(dataDir)
  if (free >= bytes) return
  throw new StartupError(
    `the site needs about ${megabytes(bytes)} MB, and ${dataDir} has ${megabytes(free)} MB free: free some, or name a folder on another disk.`,
  )
}

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
