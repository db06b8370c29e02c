import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { freeSpace } from '#server/platform/files/directories.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import type { Folder } from './folder.ts'

/** With less free space, new content is rejected: the database needs the rest to stay readable. */
const minFreeForWrites = 32 * MiB
/** PostgreSQL stops if it cannot create a new WAL file of 16 MiB, and cannot restart without one. */
const reserveSize = 24 * MiB
const minFreeBesidesReserve = 8 * MiB
const minFreeToReserve = 64 * MiB
const pollIntervalMs = 500
/** Up to this much may have been written since the last poll: for larger writes the disk is measured again. */
const maxUnmeasuredWrite = MiB

export type DiskReserve = {
  hasFreeSpace(bytes: number): boolean
  stop(): Promise<void>
}

/**
 * Polls the free space of the database's disk, and reserves disk space with two dummy files. When the disk is
 * full, one is deleted for PostgreSQL. Another program may take that space first: the second file remains
 * until a stopped PostgreSQL needs it to start.
 */
export function startDiskReserve(folder: Folder): DiskReserve {
  let free = freeBytes(folder)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let checking = checkDisk()

  async function checkDisk() {
    // If the free space is unknown, or none can be reserved, writes fail by themselves.
    await compare().catch(() => {})
    if (stopped) return
    timer = setTimeout(() => {
      checking = checkDisk()
    }, pollIntervalMs).unref()
  }
  async function compare() {
    await measure()
    if (free < minFreeBesidesReserve) release(folder.spareFile)
    for (const file of [folder.reserveFile, folder.spareFile]) {
      if (free < minFreeToReserve || existsSync(file)) continue
      await makeFile(file)
      await measure()
    }
  }
  async function measure() {
    free = await freeSpace(folder.directory)
  }

  return {
    hasFreeSpace(bytes) {
      if (bytes > maxUnmeasuredWrite) free = freeBytes(folder)
      return free >= minFreeForWrites + bytes
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await checking
    },
  }
}

/**
 * For a PostgreSQL that did not start: deletes a dummy file if the disk is full. Returns whether a retry may succeed.
 */
export function releaseReserve(folder: Folder): boolean {
  return (
    freeBytes(folder) < reserveSize && (release(folder.spareFile) || release(folder.reserveFile))
  )
}

function release(file: string): boolean {
  if (!existsSync(file)) return false
  rmSync(file, { force: true })
  return true
}

/** Random, because a file system may compress equal bytes. */
async function makeFile(file: string): Promise<void> {
  const temporary = `${file}.new`
  try {
    await writeFile(temporary, randomBytes(reserveSize), { mode: 0o600 })
    await rename(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function freeBytes({ directory }: Folder): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
