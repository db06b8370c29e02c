import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  type Chunks,
  factsOfFile,
  moveDurably,
  removeDurably,
  writeDurably,
} from './atomic-write.ts'
import type { HotBlocks } from './block-cache.ts'
import type { OpenFiles } from './descriptor-cache.ts'
import { asStoreError, tellingDiskErrors } from './disk-errors.ts'
import { keysOnDisk, pathOfKey, strangersOnDisk } from './disk-layout.ts'
import { type ChunkPool, copyFile, type LocalFile, streamFile } from './local-file.ts'
import { requireObjectKey } from './object-key.ts'
import { type ByteRange, type ObjectFacts, StoreUnavailable } from './object-store.ts'

export type Disk = {
  root: string
  /** On the same file system as `root`. */
  temporaryFolder: string
  openFiles: OpenFiles
  pool: ChunkPool
  hotBlocks: HotBlocks
}

/** A file that no key leads to; where it belongs, if it only lies in the wrong folder. */
export type Stranger = { place: string; belongsAt?: string }

const fileOf = (disk: Disk, key: string) => pathOfKey(disk.root, requireObjectKey(key))

export async function putFile(disk: Disk, key: string, chunks: Chunks): Promise<ObjectFacts> {
  const file = fileOf(disk, key)
  const facts = await tellingDiskErrors(() => writeDurably(disk, file, chunks))
  disk.openFiles.forget(file)
  return facts
}

/** A disk that is not mounted looks like one without files; but ours always has its temporary folder. */
async function requireMounted({ temporaryFolder }: Disk): Promise<void> {
  await stat(temporaryFolder)
}

/** What was found; and where nothing was, certainty that there is nothing. */
async function certainly<T>(disk: Disk, looking: Promise<T | undefined>): Promise<T | undefined> {
  const found = await looking
  if (found === undefined) await requireMounted(disk)
  return found
}

export async function readFacts(disk: Disk, key: string): Promise<ObjectFacts | undefined> {
  const file = fileOf(disk, key)
  return tellingDiskErrors(() => certainly(disk, factsOfFile(file)))
}

export async function readFile(
  disk: Disk,
  key: string,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const file = fileOf(disk, key)
  const opened = await tellingDiskErrors(() => certainly(disk, disk.openFiles.acquire(file)))
  return opened && streamFile(opened, within(opened.facts, range))
}

export async function openFile(disk: Disk, key: string): Promise<LocalFile | undefined> {
  const file = fileOf(disk, key)
  const opened = await tellingDiskErrors(() => certainly(disk, disk.openFiles.acquire(file)))
  if (!opened) return undefined
  opened.release()
  const { facts } = opened
  return {
    facts,
    path: path.relative(disk.root, file),
    copyTo: (response, range) =>
      tellingDiskErrors(async () => {
        const again = await disk.openFiles.acquire(file)
        try {
          if (again?.facts.etag !== facts.etag) throw new StoreUnavailable('replaced meanwhile')
          return await copyFile(again, response, within(facts, range), disk)
        } finally {
          again?.release()
        }
      }),
  }
}

export async function moveFile(disk: Disk, from: string, to: string): Promise<boolean> {
  const [source, target] = [fileOf(disk, from), fileOf(disk, to)]
  return tellingDiskErrors(async () => {
    try {
      await moveDurably(disk.root, source, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await requireMounted(disk)
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
  await tellingDiskErrors(async () => {
    await removeDurably(file)
    await requireMounted(disk)
  })
  disk.openFiles.forget(file)
}

export async function* listFiles(disk: Disk, prefix: string) {
  try {
    for await (const { key, file } of keysOnDisk(disk.root, prefix)) {
      const facts = await factsOfFile(file)
      if (facts) yield { key, size: facts.size, modified: facts.modified }
    }
  } catch (error) {
    throw asStoreError(error)
  }
}

/** As an operator looks for it: beneath the folder that holds the store's own. */
const placeOfFile = ({ root }: Disk, file: string) => path.relative(path.dirname(root), file)

export const placeOf = (disk: Disk, key: string) => placeOfFile(disk, fileOf(disk, key))

export async function* listStrangers(
  disk: Disk,
  areas: readonly string[],
): AsyncGenerator<Stranger> {
  try {
    for await (const { file, belongsAt } of strangersOnDisk(disk.root, areas))
      yield {
        place: placeOfFile(disk, file),
        ...(belongsAt && { belongsAt: placeOfFile(disk, belongsAt) }),
      }
  } catch (error) {
    throw asStoreError(error)
  }
}

function within({ size }: ObjectFacts, range: ByteRange = { start: 0, end: size - 1 }): ByteRange {
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
