import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { StartupError } from '#server/errors.ts'
import { damaged, unreadable } from './damaged.ts'
import { readJsonl } from './jsonl.ts'
import {
  backupLayout,
  type FileEntry,
  type Manifest,
  manifestSchema,
  parseFileEntry,
} from './manifest.ts'

export type Backup = {
  /** The same for every copy of this backup. */
  id: string
  manifest: Manifest
  table(name: string): AsyncIterable<string>
  /** Of the compressed tables. */
  tableBytes(): Promise<number>
  files(): AsyncIterable<FileEntry>
  /** Throws at the end if the bytes do not match the SHA-256. */
  bytes(file: FileEntry): Readable
  putSecrets(dataDir: string): Promise<void>
}

export async function openBackup(folder: string): Promise<Backup> {
  const layout = backupLayout(path.resolve(folder))
  const manifest = await readManifest(layout.manifest, folder)
  return {
    id: `${manifest.takenAt} ${manifest.files.sha256}`,
    manifest,
    table: (name) =>
      readJsonl(
        layout.table(name),
        manifest.tables.find((table) => table.name === name),
      ),
    async tableBytes() {
      const sizes = manifest.tables.map(({ name }) => stat(layout.table(name)))
      return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
    },
    async *files() {
      for await (const line of readJsonl(layout.fileList, manifest.files))
        yield parseFileEntry(line)
    },
    bytes: (file) => Readable.from(checked(layout.file(file.key), file), { objectMode: false }),
    async putSecrets(dataDir) {
      // Not copied: a backup that came by way of an archive or another disk may be readable by everyone.
      for (const name of manifest.secrets) {
        const secret = await readFile(layout.secret(name))
        await writeFile(path.join(dataDir, name), secret, { mode: 0o600, flag: 'wx' })
      }
    },
  }
}

async function readManifest(file: string, folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StartupError(`${folder} is not a backup: it has no file backup.json.`, {
      cause: error,
    })
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new StartupError(
      `${file} cannot be understood: a newer version of this program may have written it.`,
      { cause: error },
    )
  }
}

async function* checked(path: string, { key, size, sha256 }: FileEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let left = size
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left < 0) break
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw unreadable(key, error)
  }
  if (left !== 0 || hash.digest('hex') !== sha256) throw damaged(key)
}
