import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isObjectKey } from './object-key.ts'

/**
 * `audio/4f/a.mp3` is the file `audio/<three hex digits>/4f~a.mp3`. The digits are from the key's hash and spread a
 * top-level folder over 4,096 folders, so that none grows huge. No key contains `~`, so no file is another's folder.
 */
export function pathForKey(directory: string, key: string): string {
  const slash = key.indexOf('/')
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 3)
  return path.join(directory, key.slice(0, slash), shard, key.slice(slash + 1).replaceAll('/', '~'))
}

/** Every key with this prefix, and its file. Only top-level folders that can match are read. */
export async function* listKeys(
  directory: string,
  prefix: string,
): AsyncGenerator<{ key: string; file: string }> {
  const canMatch = (name: string) => `${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`)
  for await (const { key, file } of walk(directory, canMatch))
    if (key?.startsWith(prefix) && pathForKey(directory, key) === file) yield { key, file }
}

/** Folders of the file system and of the store. */
const ignoredFolders = new Set(['lost+found', '.temporary'])

/**
 * Files that are not at the path of a key with one of these prefixes, relative to the parent of the folder, as operators
 * see them. `expectedPath` is set if one is only in the wrong folder.
 */
export async function* findUnexpectedFiles(
  directory: string,
  prefixes: readonly string[],
): AsyncGenerator<{ path: string; expectedPath: string | undefined }> {
  const relative = (file: string) => path.relative(path.dirname(directory), file)
  for await (const { key, file } of walk(directory, (name) => !ignoredFolders.has(name))) {
    const isKnown = key !== undefined && prefixes.some((prefix) => key.startsWith(prefix))
    const expected = isKnown ? pathForKey(directory, key) : undefined
    if (expected !== file)
      yield { path: relative(file), expectedPath: expected && relative(expected) }
  }
}

/** Every file, with the key that its name encodes, if it is a valid one. */
async function* walk(
  directory: string,
  matches: (folder: string) => boolean,
): AsyncGenerator<{ file: string; key?: string }> {
  for (const top of (await entriesOf(directory)) ?? []) {
    if (!matches(top)) continue
    const shards = await entriesOf(path.join(directory, top))
    if (!shards) yield { file: path.join(directory, top) }
    for (const shard of shards ?? []) {
      const folder = path.join(directory, top, shard)
      const names = await entriesOf(folder)
      if (!names) yield { file: folder }
      for (const name of names ?? []) {
        const key = `${top}/${name.replaceAll('~', '/')}`
        yield { file: path.join(folder, name), ...(isObjectKey(key) && { key }) }
      }
    }
  }
}

/** Undefined if it is not a folder. */
async function entriesOf(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return undefined
    if (code === 'ENOENT') return []
    throw error
  }
}
