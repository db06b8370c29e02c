import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncDirectory } from '#server/platform/files/directories.ts'
import { metadataOf } from './local-file.ts'
import type { ObjectMetadata } from './object-store.ts'

/** Files that survive a power failure once a function returns. */

export type Disk = {
  root: string
  /** On the same file system as `root`. */
  temporaryFolder: string
}

/** Few large writes are cheaper than many small ones; chunks that arrive during a write join the next. */
const writeBufferBytes = 512 * 1024

/** Writes a file completely, even across a power failure, or not at all. */
export async function writeAtomically(
  { root, temporaryFolder }: Disk,
  target: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ObjectMetadata> {
  const temporary = path.join(temporaryFolder, randomUUID())
  const options = { flags: 'wx', flush: true, highWaterMark: writeBufferBytes }
  try {
    await pipeline(chunks, createWriteStream(temporary, options))
    const metadata = metadataOf(await stat(temporary, { bigint: true }))
    await renameDurably(root, temporary, target)
    return metadata
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

export async function renameDurably(root: string, from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await rename(from, to)
  await syncFolders(root, to)
  await syncDirectory(path.dirname(from))
}

/** Creates a hard link. */
export async function linkDurably(root: string, from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await link(from, to)
  await syncFolders(root, to)
}

/** Each new folder is an entry of its parent, so all of them up to `root` are synced. */
async function syncFolders(root: string, file: string): Promise<void> {
  let folder = path.dirname(file)
  for (; folder.length > root.length; folder = path.dirname(folder)) await syncDirectory(folder)
  await syncDirectory(root)
}

export async function removeDurably(file: string): Promise<void> {
  await rm(file)
  await syncDirectory(path.dirname(file))
}

/** Removes what a killed server left behind. A file that is still being written is younger than the limit. */
export async function removeOldFiles(folder: string, olderThanMs: number): Promise<void> {
  const limit = Date.now() - olderThanMs
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < limit) await rm(file, { force: true })
  }
}
