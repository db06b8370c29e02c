import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { StartupError } from '#server/errors.ts'
import {
  describeFileError,
  isDiskFull,
  isFileError,
} from '#server/platform/files/describe-file-error.ts'
import { ensureDirectory } from '#server/platform/files/directories.ts'
import {
  type Disk,
  linkDurably,
  removeDurably,
  removeOldFiles,
  renameDurably,
  writeAtomically,
} from './atomic-write.ts'
import { findUnexpectedFiles, listKeys, pathForKey } from './disk-layout.ts'
import { createUploadUrlSigner } from './incoming-upload.ts'
import { copyToResponse, type LocalFile, metadataOf } from './local-file.ts'
import { createLocalMultipart } from './local-multipart.ts'
import { bytesOf } from './object-body.ts'
import { assertObjectKey, assertUploadKey } from './object-key.ts'
import {
  type ByteRange,
  NoSpaceLeft,
  type ObjectMetadata,
  type ObjectStore,
  StoreUnavailable,
} from './object-store.ts'

export type LocalDisk = ObjectStore & {
  openFile(key: string): Promise<LocalFile | undefined>
  /** The path of a key's file, relative to `DATA_DIR`. */
  pathFor(key: string): string
  /** Files that belong to no key with one of these prefixes. */
  unexpectedFiles(prefixes: readonly string[]): ReturnType<typeof findUnexpectedFiles>
  /** For X-Accel-Redirect; undefined unless the reverse proxy sends the files. */
  xAccelPath(key: string): string | undefined
}

export function isLocalDisk(store: ObjectStore): store is LocalDisk {
  return 'openFile' in store
}

const hour = 60 * 60 * 1000
const streamBufferBytes = 512 * 1024

export async function openLocalDisk(options: {
  directory: string
  publicUrl: string
  secret: string | Buffer
  xAccelPrefix?: string | undefined
}): Promise<LocalDisk> {
  const signer = createUploadUrlSigner(options)
  const { xAccelPrefix } = options
  const disk = await openDisk(path.resolve(options.directory))
  const { root } = disk
  const sweeping = setInterval(() => sweep(disk).catch(() => {}), hour).unref()
  const fileOf = (key: string) => pathForKey(root, assertObjectKey(key))

  const put = async (key: string, chunks: AsyncIterable<Uint8Array>) =>
    mapDiskErrors(() => writeAtomically(disk, fileOf(key), chunks))

  const openToRead = (key: string) =>
    unlessMissing(disk, async () => {
      const handle = await open(fileOf(key), 'r')
      try {
        return { handle, metadata: metadataOf(await handle.stat({ bigint: true })) }
      } catch (error) {
        await handle.close()
        throw error
      }
    })

  const files: Pick<ObjectStore, 'stat' | 'read' | 'write' | 'remove' | 'list'> = {
    stat: (key) =>
      unlessMissing(disk, async () => metadataOf(await stat(fileOf(key), { bigint: true }))),
    async read(key, range) {
      const opened = await openToRead(key)
      if (!opened) return undefined
      const { start, end } = clampRange(opened.metadata, range)
      if (start <= end)
        return opened.handle.createReadStream({ start, end, highWaterMark: streamBufferBytes })
      await opened.handle.close()
      return Readable.from([])
    },
    write: (key, body) => put(key, bytesOf(body)),
    remove: (key) => unlessMissing(disk, () => removeDurably(fileOf(key))),
    async *list(prefix) {
      for await (const { key, file } of mapIterationErrors(listKeys(root, prefix))) {
        const found = await unlessMissing(disk, () => stat(file))
        if (found) yield { key, size: found.size, modified: found.mtime }
      }
    },
  }

  return {
    ...files,
    multipart: createLocalMultipart({ ...files, sign: signer.sign }),
    origins: [],
    presignedUploadUrl: async (key, { expiresInSeconds }) => signer.sign(key, expiresInSeconds),
    keyFromUploadUrl: signer.keyFromUrl,
    verifyUploadUrl: signer.verify,
    async receive(upload) {
      const body = signer.open(upload)
      return put(assertUploadKey(upload.key), body)
    },
    async openFile(key) {
      const opened = await openToRead(key)
      if (!opened) return undefined
      const { handle, metadata } = opened
      return {
        metadata,
        copyTo: (response, range) =>
          mapDiskErrors(() => copyToResponse(handle, response, clampRange(metadata, range))),
        close: () => handle.close(),
      }
    },
    async move(from, to) {
      const run = () => renameDurably(root, fileOf(from), fileOf(to)).then(() => true)
      return (await unlessMissing(disk, run)) ?? false
    },
    async copy(from, to) {
      const run = () => copyFile(disk, fileOf(from), fileOf(to)).then(() => true)
      return (await unlessMissing(disk, run)) ?? false
    },
    pathFor: (key) => path.relative(path.dirname(root), fileOf(key)),
    unexpectedFiles: (prefixes) => mapIterationErrors(findUnexpectedFiles(root, prefixes)),
    presignedDownloadUrl: async () => undefined,
    xAccelPath: (key) => xAccelPrefix && xAccelPrefix + path.relative(root, fileOf(key)),
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
    const reason = isFileError(cause) ? ` ${describeFileError(cause)}` : ''
    throw new StartupError(`The folder ${root} for files cannot be written${reason}.`, { cause })
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

/** The error codes of file systems without hard links, and of a file that has too many. */
const withoutHardLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']

/** A hard link where the file system has them, so that a copy is quick and takes no space. */
async function copyFile(disk: Disk, source: string, target: string): Promise<void> {
  try {
    await linkDurably(disk.root, source, target)
  } catch (error) {
    if (!withoutHardLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await writeAtomically(disk, target, createReadStream(source))
  }
}

function clampRange(
  { size }: ObjectMetadata,
  range: ByteRange = { start: 0, end: size - 1 },
): ByteRange {
  return { start: range.start, end: Math.min(range.end, size - 1) }
}

/**
 * Undefined if the file does not exist. An unmounted disk looks like an empty one, but the store always has its
 * temporary folder.
 */
function unlessMissing<T>(
  { temporaryFolder }: Disk,
  run: () => Promise<T>,
): Promise<T | undefined> {
  return mapDiskErrors(async () => {
    try {
      return await run()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await stat(temporaryFolder)
      return undefined
    }
  })
}

/** Maps errors of file operations to store errors; other errors are unchanged. */
async function mapDiskErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toStoreError(error)
  }
}

async function* mapIterationErrors<T>(files: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* files
  } catch (error) {
    throw toStoreError(error)
  }
}

function toStoreError(error: unknown): unknown {
  if (!isFileError(error)) return error
  return isDiskFull(error) ? new NoSpaceLeft(error) : new StoreUnavailable(error)
}
