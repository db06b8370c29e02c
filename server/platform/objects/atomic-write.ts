import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ObjectMetadata } from './object-store.ts'

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Writes a file so that it is there whole, even after a power cut, or not at all. */
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
    const syncing = createBackgroundSync(handle)
    await writeInBatches(handle, chunks, syncing.wrote)
    await syncing.finish()
    return await statHandle(handle)
  } finally {
    await handle.close()
  }
}

/** Few large writes are cheaper than many small ones; what arrives meanwhile is gathered for the next. */
const writeBatchBytes = 512 * 1024

async function writeInBatches(
  handle: FileHandle,
  chunks: Chunks,
  wrote: (bytes: number) => void,
): Promise<void> {
  let gathered: Uint8Array[] = []
  let size = 0
  let writing = Promise.resolve()
  for await (const chunk of chunks) {
    gathered.push(chunk)
    size += chunk.length
    if (size < writeBatchBytes) continue
    await writing
    wrote(size)
    writing = writeAll(handle, gathered)
    // It is awaited before the next; should the sender break off before that, nobody else would hear of it.
    writing.catch(() => {})
    gathered = []
    size = 0
  }
  await writing
  await writeAll(handle, gathered)
}

const syncEveryBytes = 8 * 1024 * 1024

/** Puts bytes on disk while others still arrive, so that little is left to wait for in the end. */
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
      // A failure to write is told once: the last sync would not know of it.
      if (failure) throw failure
      await handle.sync()
    },
  }
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let left = chunks.filter((chunk) => chunk.length > 0)
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left)
    left = dropWritten(left, bytesWritten)
  }
}

function dropWritten(chunks: readonly Uint8Array[], written: number): Uint8Array[] {
  let passed = written
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(passed, chunk.length)
    passed -= skipped
    return skipped === chunk.length ? [] : [chunk.subarray(skipped)]
  })
}

/** Folders are made where they are missing. Each is an entry of its parent, so that all up to `root` are synced. */
export async function renameDurably(root: string, from: string, to: string): Promise<void> {
  let folder = path.dirname(to)
  await mkdir(folder, { recursive: true })
  await rename(from, to)
  for (; folder.length > root.length; folder = path.dirname(folder)) await syncFolder(folder)
  await syncFolder(root)
  await syncFolder(path.dirname(from))
}

export async function removeDurably(file: string): Promise<void> {
  try {
    await rm(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await syncFolder(path.dirname(file))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; it writes its entries through by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a killed server left behind. A file that still grows is younger than the limit. */
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
