import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { appendFile, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartupError } from '#server/errors.ts'
import {
  describeFileError,
  isDiskFull,
  isFileError,
} from '#server/platform/files/describe-file-error.ts'
import {
  ensureDirectory,
  freeSpace,
  megabytes,
  syncDirectory,
} from '#server/platform/files/directories.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import { readJsonl, writeJsonl } from './jsonl.ts'
import { backupLayout, type JsonlSummary, type Manifest, secretNames } from './manifest.ts'

/** A backup in progress, under a temporary name until it is complete. */
export type BackupWriter = {
  assertFreeSpace(bytes: number): Promise<void>
  table(name: string, lines: AsyncIterable<string>): Promise<JsonlSummary>
  /** Writes lines to a temporary file during the snapshot; `spooled` reads them after it. */
  spool(lines: AsyncIterable<string>): Promise<void>
  spooled(): AsyncIterable<string>
  file(key: string, bytes: Readable): Promise<{ size: number; sha256: string }>
  fileList(lines: AsyncIterable<string>): Promise<JsonlSummary>
  listMissing(key: string): Promise<void>
  /** Copies the secrets that exist in DATA_DIR, and returns their names. */
  secrets(dataDir: string): Promise<Manifest['secrets']>
  finish(manifest: Manifest): Promise<void>
  discard(): Promise<void>
}

export async function beginBackup(target: string): Promise<BackupWriter> {
  const finalPath = path.resolve(target)
  const unfinished = `${finalPath}.unfinished`
  const layout = backupLayout(unfinished)
  const spoolFile = path.join(unfinished, 'spool.jsonl.gz')
  const withDiskErrors = <T>(writing: Promise<T>) =>
    writing.catch((error) => Promise.reject(toStartupError(error, finalPath)))
  await withDiskErrors(prepare(finalPath, unfinished))
  return {
    assertFreeSpace: (bytes) => withDiskErrors(assertFreeSpace(unfinished, bytes)),
    table: (name, lines) => withDiskErrors(writeJsonl(layout.table(name), lines)),
    spool: async (lines) => void (await withDiskErrors(writeJsonl(spoolFile, lines))),
    spooled: () => readJsonl(spoolFile),
    file: (key, bytes) => withDiskErrors(writeFile(layout.file(key), bytes)),
    fileList: (lines) => withDiskErrors(writeJsonl(layout.fileList, lines)),
    listMissing: (key) => withDiskErrors(appendFile(layout.missing, `${key}\n`, { mode: 0o600 })),
    secrets: (dataDir) => withDiskErrors(copySecrets(dataDir, layout.secret)),
    finish: (manifest) =>
      withDiskErrors(
        (async () => {
          await rm(spoolFile, { force: true })
          await writeSynced(layout.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
          await rename(unfinished, finalPath)
          await syncDirectory(path.dirname(finalPath))
        })(),
      ),
    discard: () => rm(unfinished, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function prepare(finalPath: string, unfinished: string): Promise<void> {
  if ((await listDirectory(finalPath)).length > 0)
    throw new StartupError(`${finalPath} is not empty: name a new folder.`)
  await rm(unfinished, { recursive: true, force: true })
  ensureDirectory(path.dirname(finalPath))
  // It contains secrets: readable by the owner only.
  await mkdir(unfinished, { mode: 0o700 })
  for (const name of ['tables', 'files', 'secrets'])
    await mkdir(path.join(unfinished, name), { mode: 0o700 })
}

async function listDirectory(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeSpace(folder)
  if (free >= bytes) return
  throw new StartupError(
    `the backup needs about ${megabytes(bytes)} MB, and ${path.dirname(folder)} has ${megabytes(free)} MB free: name a folder on another disk.`,
  )
}

async function writeFile(file: string, bytes: Readable) {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const counted = { size: 0 }
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(bytes, (chunks) => hashing(chunks, hash, counted), target)
  return { ...counted, sha256: hash.digest('hex') }
}

async function* hashing(chunks: AsyncIterable<Buffer>, hash: Hash, counted: { size: number }) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    counted.size += chunk.length
    yield chunk
  }
}

async function copySecrets(dataDir: string, pathFor: (name: string) => string) {
  const copied: Manifest['secrets'] = []
  for (const name of secretNames) {
    try {
      await copyFile(path.join(dataDir, name), pathFor(name))
      copied.push(name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return copied
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function toStartupError(error: unknown, target: string): unknown {
  // Errors of the source, such as a lost database connection, surface here too.
  if (!isFileError(error) || isDatabaseDown(error)) return error
  const sentence = isDiskFull(error)
    ? `there is no disk space left at ${path.dirname(target)}: free some, or name a folder on another disk`
    : `${target} cannot be written ${describeFileError(error)}`
  return new StartupError(`${sentence}.`, { cause: error })
}
