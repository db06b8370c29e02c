import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/ensure-directory.ts'
import { MiB, memoryBudget } from '#server/platform/memory/memory-budget.ts'
import { removeOldFiles } from './atomic-write.ts'
import { createBlockCache } from './block-cache.ts'
import { createDescriptorCache } from './descriptor-cache.ts'
import { mapDiskErrors } from './disk-errors.ts'
import {
  type Disk,
  listFiles,
  listUnexpectedFiles,
  moveFile,
  openFile,
  pathFor,
  putFile,
  readFile,
  removeFile,
  statObject,
  type UnexpectedFile,
} from './disk-files.ts'
import { type IncomingUpload, readUpload, validateUpload } from './incoming-upload.ts'
import { createBufferPool, type LocalFile } from './local-file.ts'
import { bytesOf } from './object-body.ts'
import { assertUploadKey } from './object-key.ts'
import type { ObjectMetadata, ObjectStore } from './object-store.ts'
import { createUploadUrlSigner } from './presigned-upload-url.ts'

export type LocalDisk = ObjectStore & {
  /** Takes what a browser PUTs to an upload address. Throws `UploadRefused` or `NoSpaceLeft`. */
  receive(upload: IncomingUpload): Promise<ObjectMetadata>
  openFile(key: string): Promise<LocalFile | undefined>
  /** Where a key's file lies, from `DATA_DIR` on. */
  pathFor(key: string): string
  /** Files to which no key in these areas leads. */
  unexpectedFiles(areas: readonly string[]): AsyncIterable<UnexpectedFile>
  /** What a file's path is put behind where the proxy in front sends it; else we send it ourselves. */
  xAccelPrefix: string | undefined
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
  const signatures = createUploadUrlSigner(options)
  const disk = await openDisk(path.resolve(options.directory))
  const sweeping = setInterval(() => sweep(disk).catch(() => {}), hour).unref()
  return {
    origins: [],
    async presignedUploadUrl(key, { expiresInSeconds }) {
      return signatures.address(assertUploadKey(key), expiresInSeconds)
    },
    keyFromUploadUrl: signatures.keyOf,
    async receive(upload) {
      validateUpload(upload, signatures)
      return putFile(disk, assertUploadKey(upload.key), readUpload(upload))
    },
    stat: (key) => statObject(disk, key),
    read: (key, range) => readFile(disk, key, range),
    openFile: (key) => openFile(disk, key),
    write: (key, body) => putFile(disk, key, bytesOf(body)),
    move: (from, to) => moveFile(disk, from, to),
    remove: (key) => removeFile(disk, key),
    list: (prefix) => listFiles(disk, prefix),
    pathFor: (key) => pathFor(disk, key),
    unexpectedFiles: (areas) => listUnexpectedFiles(disk, areas),
    presignedDownloadUrl: async () => undefined,
    xAccelPrefix: options.proxyPrefix,
    check: () => mapDiskErrors(() => checkWritable(disk)),
    async close() {
      clearInterval(sweeping)
      disk.openFiles.close()
    },
  }
}

async function openDisk(root: string): Promise<Disk> {
  const hotBlocks = createBlockCache({
    mostBytes: memoryBudget(1 / 32, { most: 256 * MiB }),
    idleMs: 10_000,
  })
  const disk = {
    root,
    temporaryFolder: path.join(root, '.temporary'),
    openFiles: createDescriptorCache({ most: 256, idleMs: 30_000, onClose: hotBlocks.forget }),
    pool: createBufferPool({ most: 64 }),
    hotBlocks,
  }
  try {
    // Private tracks are nobody else's on this machine either.
    ensureDirectory(disk.temporaryFolder, 0o750)
    await checkWritable(disk)
    await sweep(disk)
  } catch (cause) {
    disk.openFiles.close()
    throw new StartupError(`The folder ${root} for files cannot be written.`, { cause })
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
