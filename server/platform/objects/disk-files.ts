import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  type Chunks,
  linkDurably,
  removeDurably,
  renameDurably,
  statFile,
  statHandle,
  writeAtomically,
} from './atomic-write.ts'
import { findUnexpectedFiles, listKeys, pathForKey } from './disk-layout.ts'
import { copyToResponse, type LocalFile } from './local-file.ts'
import { assertObjectKey } from './object-key.ts'
import {
  type ByteRange,
  NoSpaceLeft,
  type ObjectMetadata,
  StoreUnavailable,
} from './object-store.ts'

export type Disk = {
  root: string
  /** On the same file system as `root`. */
  temporaryFolder: string
}

/** A file that belongs to no key. `expectedPath` is set if it is only in the wrong folder. */
export type UnexpectedFile = { path: string; expectedPath?: string }

const streamBufferBytes = 512 * 1024

const fileOf = (disk: Disk, key: string) => pathForKey(disk.root, assertObjectKey(key))

export async function putFile(disk: Disk, key: string, chunks: Chunks): Promise<ObjectMetadata> {
  const file = fileOf(disk, key)
  return mapDiskErrors(() => writeAtomically(disk, file, chunks))
}

/** An unmounted disk looks like an empty one, but the store always has its temporary folder. */
async function assertMounted({ temporaryFolder }: Disk): Promise<void> {
  await stat(temporaryFolder)
}

/** A file that was not found is missing only if the disk is mounted. */
async function confirmIfMissing<T>(
  disk: Disk,
  lookup: Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await lookup
  if (found === undefined) await assertMounted(disk)
  return found
}

export async function statObject(disk: Disk, key: string): Promise<ObjectMetadata | undefined> {
  const file = fileOf(disk, key)
  return mapDiskErrors(() => confirmIfMissing(disk, statFile(file)))
}

export async function readFile(
  disk: Disk,
  key: string,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const opened = await openToRead(disk, fileOf(disk, key))
  if (!opened) return undefined
  const { start, end } = clampRange(opened.metadata, range)
  if (start <= end)
    return opened.handle.createReadStream({ start, end, highWaterMark: streamBufferBytes })
  await opened.handle.close()
  return Readable.from([])
}

export async function openFile(disk: Disk, key: string): Promise<LocalFile | undefined> {
  const opened = await openToRead(disk, fileOf(disk, key))
  if (!opened) return undefined
  const { handle, metadata } = opened
  return {
    metadata,
    copyTo: (response, range) =>
      mapDiskErrors(() => copyToResponse(handle, response, clampRange(metadata, range))),
    close: () => handle.close(),
  }
}

type OpenedFile = { handle: FileHandle; metadata: ObjectMetadata }

function openToRead(disk: Disk, file: string): Promise<OpenedFile | undefined> {
  return mapDiskErrors(() => confirmIfMissing(disk, openIfExists(file)))
}

async function openIfExists(file: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return { handle, metadata: await statHandle(handle) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

export async function moveFile(disk: Disk, from: string, to: string): Promise<boolean> {
  const [source, target] = [fileOf(disk, from), fileOf(disk, to)]
  return mapDiskErrors(async () => {
    try {
      await renameDurably(disk.root, source, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await assertMounted(disk)
      return false
    }
    return true
  })
}

/** A hard link where the file system has them, so that a copy is quick and takes no space. */
export async function copyFile(disk: Disk, from: string, to: string): Promise<boolean> {
  const [source, target] = [fileOf(disk, from), fileOf(disk, to)]
  return mapDiskErrors(async () => {
    try {
      await linkDurably(disk.root, source, target)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        await assertMounted(disk)
        return false
      }
      if (!withoutHardLinks.has((error as NodeJS.ErrnoException).code)) throw error
    }
    await writeAtomically(disk, target, createReadStream(source))
    return true
  })
}

/** The error codes of file systems without hard links, and of a file that has too many. */
const withoutHardLinks = new Set<string | undefined>([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
])

export async function removeFile(disk: Disk, key: string): Promise<void> {
  const file = fileOf(disk, key)
  await mapDiskErrors(async () => {
    await removeDurably(file)
    await assertMounted(disk)
  })
}

export async function* listFiles(disk: Disk, prefix: string) {
  try {
    for await (const { key, file } of listKeys(disk.root, prefix)) {
      const metadata = await statFile(file)
      if (metadata) yield { key, size: metadata.size, modified: metadata.modified }
    }
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Relative to the parent of the store's folder, as operators see it. */
const relativePath = ({ root }: Disk, file: string) => path.relative(path.dirname(root), file)

/** Relative to the store's folder. */
export const pathInStore = (disk: Disk, key: string) => path.relative(disk.root, fileOf(disk, key))

export const pathFor = (disk: Disk, key: string) => relativePath(disk, fileOf(disk, key))

export async function* listUnexpectedFiles(
  disk: Disk,
  prefixes: readonly string[],
): AsyncGenerator<UnexpectedFile> {
  try {
    for await (const { file, expectedPath } of findUnexpectedFiles(disk.root, prefixes))
      yield {
        path: relativePath(disk, file),
        ...(expectedPath && { expectedPath: relativePath(disk, expectedPath) }),
      }
  } catch (error) {
    throw toStoreError(error)
  }
}

function clampRange(
  { size }: ObjectMetadata,
  range: ByteRange = { start: 0, end: size - 1 },
): ByteRange {
  return { start: range.start, end: Math.min(range.end, size - 1) }
}

/** Maps errors of file operations to store errors; other errors are unchanged. */
export async function mapDiskErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toStoreError(error)
  }
}

function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new NoSpaceLeft(error)
    : new StoreUnavailable(error)
}
