import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  type Chunks,
  removeDurably,
  renameDurably,
  statFile,
  writeAtomically,
} from './atomic-write.ts'
import type { BlockCache } from './block-cache.ts'
import type { DescriptorCache } from './descriptor-cache.ts'
import { mapDiskErrors, toStoreError } from './disk-errors.ts'
import { findUnexpectedFiles, listKeys, pathForKey } from './disk-layout.ts'
import { type BufferPool, copyFile, type LocalFile, streamFile } from './local-file.ts'
import { assertObjectKey } from './object-key.ts'
import { type ByteRange, type ObjectMetadata, StoreUnavailable } from './object-store.ts'

export type Disk = {
  root: string
  /** On the same file system as `root`. */
  temporaryFolder: string
  openFiles: DescriptorCache
  pool: BufferPool
  hotBlocks: BlockCache
}

/** A file that no key leads to; where it belongs, if it only lies in the wrong folder. */
export type UnexpectedFile = { path: string; expectedPath?: string }

const fileOf = (disk: Disk, key: string) => pathForKey(disk.root, assertObjectKey(key))

export async function putFile(disk: Disk, key: string, chunks: Chunks): Promise<ObjectMetadata> {
  const file = fileOf(disk, key)
  const metadata = await mapDiskErrors(() => writeAtomically(disk, file, chunks))
  disk.openFiles.forget(file)
  return metadata
}

/** A disk that is not mounted looks like one without files; but ours always has its temporary folder. */
async function assertMounted({ temporaryFolder }: Disk): Promise<void> {
  await stat(temporaryFolder)
}

/** What was found; and where nothing was, certainty that there is nothing. */
async function confirmIfMissing<T>(
  disk: Disk,
  looking: Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await looking
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
  const file = fileOf(disk, key)
  const opened = await mapDiskErrors(() => confirmIfMissing(disk, disk.openFiles.acquire(file)))
  return opened && streamFile(opened, within(opened.metadata, range))
}

export async function openFile(disk: Disk, key: string): Promise<LocalFile | undefined> {
  const file = fileOf(disk, key)
  const opened = await mapDiskErrors(() => confirmIfMissing(disk, disk.openFiles.acquire(file)))
  if (!opened) return undefined
  opened.release()
  const { metadata } = opened
  return {
    metadata,
    path: path.relative(disk.root, file),
    copyTo: (response, range) =>
      mapDiskErrors(async () => {
        const again = await disk.openFiles.acquire(file)
        try {
          if (again?.metadata.etag !== metadata.etag)
            throw new StoreUnavailable('replaced meanwhile')
          return await copyFile(again, response, within(metadata, range), disk)
        } finally {
          again?.release()
        }
      }),
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
    } finally {
      disk.openFiles.forget(source)
      disk.openFiles.forget(target)
    }
    return true
  })
}

export async function removeFile(disk: Disk, key: string): Promise<void> {
  const file = fileOf(disk, key)
  await mapDiskErrors(async () => {
    await removeDurably(file)
    await assertMounted(disk)
  })
  disk.openFiles.forget(file)
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

/** As an operator looks for it: beneath the folder that holds the store's own. */
const relativePath = ({ root }: Disk, file: string) => path.relative(path.dirname(root), file)

export const pathFor = (disk: Disk, key: string) => relativePath(disk, fileOf(disk, key))

export async function* listUnexpectedFiles(
  disk: Disk,
  areas: readonly string[],
): AsyncGenerator<UnexpectedFile> {
  try {
    for await (const { file, belongsAt } of findUnexpectedFiles(disk.root, areas))
      yield {
        path: relativePath(disk, file),
        ...(belongsAt && { expectedPath: relativePath(disk, belongsAt) }),
      }
  } catch (error) {
    throw toStoreError(error)
  }
}

function within(
  { size }: ObjectMetadata,
  range: ByteRange = { start: 0, end: size - 1 },
): ByteRange {
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
