import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { rename, statfs, writeFile } from 'node:fs/promises'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import type { Folder } from './folder.ts'

/** As long as there is less than this, nothing new is written: the database needs it to stay readable. */
const minFreeForWrites = 32 * MiB
/** PostgreSQL ends where it can make no new file of 16 MiB for its log, and cannot start again without one. */
const reserveSize = 24 * MiB
const minFreeBesidesReserve = 8 * MiB
const minFreeToReserve = 64 * MiB
const pollIntervalMs = 500
/** So much more may have been written since the last look: what is larger is looked at anew. */
const maxUnmeasuredWrite = MiB

export type DiskReserve = {
  hasFreeSpace(bytes: number): boolean
  stop(): Promise<void>
}

/**
 * Watches the disk of the database, and keeps two files there that are of no use but for their size. When the disk is
 * full, PostgreSQL gets the room of one. Whatever filled the disk may take that before PostgreSQL does: the other is
 * there until a PostgreSQL that has ended needs it to start.
 */
export function startDiskReserve(folder: Folder): DiskReserve {
  let free = freeBytes(folder)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let looking = look()

  async function look() {
    // Where it cannot be told how much room there is, or none can be kept, writes fail by themselves.
    await compare().catch(() => {})
    if (stopped) return
    timer = setTimeout(() => {
      looking = look()
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
    const { bavail, bsize } = await statfs(folder.directory)
    free = bavail * bsize
  }

  return {
    hasFreeSpace(bytes) {
      if (bytes > maxUnmeasuredWrite) free = freeBytes(folder)
      return free >= minFreeForWrites + bytes
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

/** For a PostgreSQL that did not start: whether it is worth trying again. */
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

/** Random, because a file system may keep nothing of many equal bytes. */
async function makeFile(file: string): Promise<void> {
  const making = `${file}.new`
  try {
    await writeFile(making, randomBytes(reserveSize), { mode: 0o600 })
    await rename(making, file)
  } catch (error) {
    rmSync(making, { force: true })
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
