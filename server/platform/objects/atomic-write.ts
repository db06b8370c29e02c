import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncDirectory } from '#server/platform/files/directories.ts'
import type { ObjectMetadata } from './object-store.ts'

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Writes a file completely, even across a power failure, or not at all. */
export async function writeAtomically(
  { root, temporaryFolder }: { root: string; temporaryFolder: string },
  target: string,
  chunks: Chunks,
): Promise<ObjectMetadata> {
  const temporary = path.join(temporaryFolder, randomUUID())
  try {
    const metadata = await writeAndSync(temporary, chunks)
    await renameDurably(root, temporary, target)
    return metadata
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeAndSync(file: string, chunks: Chunks): Promise<ObjectMetadata> {
  const handle = await open(file, 'wx')
  try {
    const sync = createBackgroundSync(handle)
    await writeInBatches(handle, chunks, sync.wrote)
    await sync.finish()
    return await statHandle(handle)
  } finally {
    await handle.close()
  }
}

/** Few large writes are cheaper than many small ones; chunks that arrive during a write join the next. */
const writeBatchBytes = 512 * 1024

async function writeInBatches(
  handle: FileHandle,
  chunks: Chunks,
  wrote: (bytes: number) => void,
): Promise<void> {
  let batch: Uint8Array[] = []
  let size = 0
  let writing = Promise.resolve()
  for await (const chunk of chunks) {
    batch.push(chunk)
    size += chunk.length
    if (size < writeBatchBytes) continue
    await writing
    wrote(size)
    writing = writeAll(handle, batch)
    // Awaited before the next write; until then a failure must not become an unhandled rejection.
    writing.catch(() => {})
    batch = []
    size = 0
  }
  await writing
  await writeAll(handle, batch)
}

const syncEveryBytes = 8 * 1024 * 1024

/** Syncs to disk while more bytes arrive, so that the final sync is short. */
function createBackgroundSync(handle: FileHandle) {
  let unsynced = 0
  let syncing: Promise<void> | undefined
  let failure: unknown
  return {
    wrote(bytes: number): void {
      unsynced += bytes
      if (syncing || unsynced < syncEveryBytes) return
      unsynced = 0
      syncing = handle
        .datasync()
        .catch((error: unknown) => {
          failure ??= error
        })
        .finally(() => {
          syncing = undefined
        })
    },
    async finish(): Promise<void> {
      await syncing
      // The kernel reports a write error once: the final sync would not see it.
      if (failure) throw failure
      await handle.sync()
    },
  }
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let remaining = chunks.filter((chunk) => chunk.length > 0)
  while (remaining.length > 0) {
    const { bytesWritten } = await handle.writev(remaining)
    remaining = dropWritten(remaining, bytesWritten)
  }
}

function dropWritten(chunks: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(skip, chunk.length)
    skip -= skipped
    return skipped === chunk.length ? [] : [chunk.subarray(skipped)]
  })
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
  try {
    await rm(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
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

export async function statFile(file: string): Promise<ObjectMetadata | undefined> {
  try {
    return toMetadata(await stat(file, { bigint: true }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export async function statHandle(handle: FileHandle): Promise<ObjectMetadata> {
  return toMetadata(await handle.stat({ bigint: true }))
}

function toMetadata(found: { size: bigint; ino: bigint; mtimeNs: bigint }): ObjectMetadata {
  const parts = [found.ino, found.size, found.mtimeNs].map((part) => part.toString(36))
  return {
    size: Number(found.size),
    etag: `"${parts.join('-')}"`,
    modified: new Date(Number(found.mtimeNs / 1_000_000n)),
  }
}
