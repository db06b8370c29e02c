import { mkdirSync, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import path from 'node:path'

/** Like mkdir with `recursive`, which never returns on file systems without folders, such as /proc. */
export function ensureDirectory(directory: string, mode = 0o777): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  if (path.dirname(directory) !== directory) ensureDirectory(path.dirname(directory), mode)
  try {
    mkdirSync(directory, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes new, renamed and removed entries durable. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a folder, and writes directory entries through.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** In bytes, on the disk of this folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
