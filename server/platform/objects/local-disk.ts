import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CannotStart } from '#server/errors.ts'
import { makeFolder } from '#server/platform/files/ensure-directory.ts'
import { MiB, shareOfMemory } from '#server/platform/memory/memory-budget.ts'
import { removeOldFiles } from './atomic-write.ts'
import { keepHotBlocks } from './block-cache.ts'
import { keepFilesOpen } from './descriptor-cache.ts'
import { tellingDiskErrors } from './disk-errors.ts'
import {
  type Disk,
  listFiles,
  listStrangers,
  moveFile,
  openFile,
  placeOf,
  putFile,
  readFacts,
  readFile,
  removeFile,
  type Stranger,
} from './disk-files.ts'
import { bytesOfUpload, type IncomingUpload, refuseAtOnce } from './incoming-upload.ts'
import { type LocalFile, makeChunkPool } from './local-file.ts'
import { bytesOf } from './object-body.ts'
import { requireUploadKey } from './object-key.ts'
import type { ObjectFacts, ObjectStore } from './object-store.ts'
import { uploadSignatures } from './presigned-upload-url.ts'

export type LocalDisk = ObjectStore & {
  /** Takes what a browser PUTs to an upload address. Throws `UploadRefused` or `NoSpaceLeft`. */
  receive(upload: IncomingUpload): Promise<ObjectFacts>
  openFile(key: string): Promise<LocalFile | undefined>
  /** Where a key's file lies, from `DATA_DIR` on. */
  placeOf(key: string): string
  /** Files to which no key in these areas leads. */
  strangers(areas: readonly string[]): AsyncIterable<Stranger>
  /** What a file's path is put behind where the proxy in front sends it; else we send it ourselves. */
  proxyPrefix: string | undefined
}

export function isLocalDisk(store: ObjectStore): store is LocalDisk {
  return 'receive' in store
}

const hour = 60 * 60 * 1000

export async function openLocalDisk(options: {
  directory: string
  publicUrl: string
  secret: string | Buffer
  proxyPrefix?: string | undefined
}): Promise<LocalDisk> {
  const signatures = uploadSignatures(options)
  const disk = await openDisk(path.resolve(options.directory))
  const sweeping = setInterval(() => sweep(disk).catch(() => {}), hour).unref()
  return {
    origins: [],
    async uploadAddress(key, { expiresInSeconds }) {
      return signatures.address(requireUploadKey(key), expiresInSeconds)
    },
    keyOfUploadAddress: signatures.keyOf,
    async receive(upload) {
      refuseAtOnce(upload, signatures)
      return putFile(disk, requireUploadKey(upload.key), bytesOfUpload(upload))
    },
    facts: (key) => readFacts(disk, key),
    read: (key, range) => readFile(disk, key, range),
    openFile: (key) => openFile(disk, key),
    write: (key, body) => putFile(disk, key, bytesOf(body)),
    move: (from, to) => moveFile(disk, from, to),
    remove: (key) => removeFile(disk, key),
    list: (prefix) => listFiles(disk, prefix),
    placeOf: (key) => placeOf(disk, key),
    strangers: (areas) => listStrangers(disk, areas),
    downloadAddress: async () => undefined,
    proxyPrefix: options.proxyPrefix,
    check: () => tellingDiskErrors(() => checkWritable(disk)),
    async close() {
      clearInterval(sweeping)
      disk.openFiles.close()
    },
  }
}

async function openDisk(root: string): Promise<Disk> {
  const hotBlocks = keepHotBlocks({
    mostBytes: shareOfMemory(1 / 32, { most: 256 * MiB }),
    idleMs: 10_000,
  })
  const disk = {
    root,
    temporaryFolder: path.join(root, '.temporary'),
    openFiles: keepFilesOpen({ most: 256, idleMs: 30_000, onClose: hotBlocks.forget }),
    pool: makeChunkPool({ most: 64 }),
    hotBlocks,
  }
  try {
    // Private tracks are nobody else's on this machine either.
    makeFolder(disk.temporaryFolder, 0o750)
    await checkWritable(disk)
    await sweep(disk)
  } catch (cause) {
    disk.openFiles.close()
    throw new CannotStart(`The folder ${root} for files cannot be written.`, { cause })
  }
  return disk
}

function sweep(disk: Disk): Promise<void> {
  return removeOldFiles(disk.temporaryFolder, hour)
}

/** An empty file needs no room, so that a full disk still counts as usable: it can be read. */
async function checkWritable(disk: Disk): Promise<void> {
  const probe = path.join(disk.temporaryFolder, randomUUID())
  await writeFile(probe, '')
  await rm(probe)
}
