import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/errors.ts'
import { ensureDirectory } from '#server/platform/files/directories.ts'
import { removeOldFiles } from './atomic-write.ts'
import {
  copyFile,
  type Disk,
  listFiles,
  listUnexpectedFiles,
  mapDiskErrors,
  moveFile,
  openFile,
  pathFor,
  pathInStore,
  putFile,
  readFile,
  removeFile,
  statObject,
  type UnexpectedFile,
} from './disk-files.ts'
import { readUpload, validateUpload, verifyUploadUrl } from './incoming-upload.ts'
import type { LocalFile } from './local-file.ts'
import { bytesOf } from './object-body.ts'
import { assertUploadKey } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'
import { createUploadUrlSigner } from './presigned-upload-url.ts'

export type LocalDisk = ObjectStore & {
  openFile(key: string): Promise<LocalFile | undefined>
  /** The path of a key's file, relative to `DATA_DIR`. */
  pathFor(key: string): string
  /** Files that belong to no key with one of these prefixes. */
  unexpectedFiles(prefixes: readonly string[]): AsyncIterable<UnexpectedFile>
  /** For X-Accel-Redirect; undefined unless the reverse proxy sends the files. */
  xAccelPath(key: string): string | undefined
}

export function isLocalDisk(store: ObjectStore): store is LocalDisk {
  return 'openFile' in store
}

const hour = 60 * 60 * 1000

export async function openLocalDisk(options: {
  directory: string
  publicUrl: string
  secret: string | Buffer
  xAccelPrefix?: string | undefined
}): Promise<LocalDisk> {
  const signer = createUploadUrlSigner(options)
  const { xAccelPrefix } = options
  const disk = await openDisk(path.resolve(options.directory))
  const sweeping = setInterval(() => sweep(disk).catch(() => {}), hour).unref()
  return {
    origins: [],
    async presignedUploadUrl(key, { expiresInSeconds }) {
      return signer.sign(assertUploadKey(key), expiresInSeconds)
    },
    keyFromUploadUrl: signer.keyFromUrl,
    verifyUploadUrl: (url) => verifyUploadUrl(url, signer),
    async receive(upload) {
      validateUpload(upload, signer)
      return putFile(disk, assertUploadKey(upload.key), readUpload(upload))
    },
    stat: (key) => statObject(disk, key),
    read: (key, range) => readFile(disk, key, range),
    openFile: (key) => openFile(disk, key),
    write: (key, body) => putFile(disk, key, bytesOf(body)),
    move: (from, to) => moveFile(disk, from, to),
    copy: (from, to) => copyFile(disk, from, to),
    remove: (key) => removeFile(disk, key),
    list: (prefix) => listFiles(disk, prefix),
    pathFor: (key) => pathFor(disk, key),
    unexpectedFiles: (prefixes) => listUnexpectedFiles(disk, prefixes),
    presignedDownloadUrl: async () => undefined,
    xAccelPath: (key) => xAccelPrefix && xAccelPrefix + pathInStore(disk, key),
    check: () => mapDiskErrors(() => checkWritable(disk)),
    findProblems: async () => [],
    async close() {
      clearInterval(sweeping)
    },
  }
}

async function openDisk(root: string): Promise<Disk> {
  const disk = { root, temporaryFolder: path.join(root, '.temporary') }
  try {
    // Files may be private: no access for other users of this machine.
    ensureDirectory(disk.temporaryFolder, 0o750)
    await checkWritable(disk)
    await sweep(disk)
  } catch (cause) {
    throw new StartupError(`The folder ${root} for files cannot be written.`, { cause })
  }
  return disk
}

function sweep(disk: Disk): Promise<void> {
  return removeOldFiles(disk.temporaryFolder, hour)
}

/** An empty file needs no disk space, so a full disk still counts as usable: it can be read. */
async function checkWritable(disk: Disk): Promise<void> {
  const probe = path.join(disk.temporaryFolder, randomUUID())
  await writeFile(probe, '')
  await rm(probe)
}
