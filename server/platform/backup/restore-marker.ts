import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/directories.ts'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'
import { secretNames } from './manifest.ts'

/** Exists in DATA_DIR from the beginning of a restore to its end. */
const marker = 'restoring'
const restoredEntries = [
  'postgres',
  'postgres.password',
  'postgres.log',
  'postgres.log.old',
  'postgres.spare',
  'postgres.reserve',
  'objects',
  ...secretNames,
]

/** Marks an empty folder, or that of an interrupted restore. The returned function marks the restore as complete. */
export async function beginRestore(dataDir: string): Promise<() => Promise<void>> {
  try {
    ensureDirectory(dataDir)
    if (await isMarked(dataDir)) await removePartial(dataDir)
    const others = (await readdir(dataDir)).filter((name) => name !== marker)
    if (others.length > 0)
      throw new StartupError(
        `${dataDir} is not empty (it contains ${others[0]}): a site is restored into an empty folder.`,
      )
    await writeFile(path.join(dataDir, marker), '')
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      { cause: error },
    )
  }
  return () => rm(path.join(dataDir, marker))
}

async function removePartial(dataDir: string): Promise<void> {
  await stopAny(folderAt(path.join(dataDir, 'postgres')))
  for (const name of restoredEntries)
    await rm(path.join(dataDir, name), { recursive: true, force: true })
}

/** A partially restored site must not start. */
export async function assertRestoreComplete(dataDir: string): Promise<void> {
  if (!(await isMarked(dataDir))) return
  throw new StartupError(
    `a restore into ${dataDir} did not complete: run it again, which starts over.`,
  )
}

async function isMarked(dataDir: string): Promise<boolean> {
  return stat(path.join(dataDir, marker)).then(
    () => true,
    () => false,
  )
}
