import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { freeSpace, megabytes } from '#server/platform/files/directories.ts'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'

const prefix = 'soundpost-trial-'

/** A temporary folder for the database of a trial of this size; what killed trials have left is removed. */
export async function makeTrialFolder(bytes: number) {
  await removeLeftovers()
  await assertRoom(bytes)
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`))
  return { directory: path.join(folder, 'postgres'), remove: () => removeTrial(folder) }
}

async function removeTrial(folder: string): Promise<void> {
  await stopAny(folderAt(path.join(folder, 'postgres')))
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Of trials that were killed. Links are not followed: another account may have put one to the folder of a site here. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    const folder = path.join(tmpdir(), name)
    if (pid === undefined || isRunning(Number(pid))) continue
    const found = await lstat(folder).catch(() => undefined)
    const isOwn = found?.isDirectory() && found.uid === process.getuid?.()
    if (isOwn) await removeTrial(folder)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export class NoRoom extends StartupError {}

async function assertRoom(bytes: number): Promise<void> {
  const free = await freeSpace(tmpdir())
  if (free >= bytes) return
  throw new NoRoom(
    `that needs about ${megabytes(bytes)} MB, and ${tmpdir()} has ${megabytes(free)} MB free; TMPDIR=… names another folder.`,
  )
}
