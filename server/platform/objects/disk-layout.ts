import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isObjectKey } from './object-key.ts'

/**
 * `audio/4f/a.mp3` is the file `audio/<three hex digits>/4f~a.mp3`. The digits come from the key's hash and
 * spread an area over 4,096 folders, so that none grows huge; `~` is in no key, so that no file is another's folder.
 */
export function pathForKey(directory: string, key: string): string {
  const slash = key.indexOf('/')
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 3)
  return path.join(directory, key.slice(0, slash), shard, key.slice(slash + 1).replaceAll('/', '~'))
}

/** Every key that begins so, with its file. Only the areas that the prefix can mean are walked. */
export async function* listKeys(
  directory: string,
  prefix: string,
): AsyncGenerator<{ key: string; file: string }> {
  const isMeant = (area: string) => `${area}/`.startsWith(prefix) || prefix.startsWith(`${area}/`)
  for await (const { key, file } of walk(directory, isMeant))
    if (key?.startsWith(prefix) && pathForKey(directory, key) === file) yield { key, file }
}

/** A disk of its own brings the one, and the other is ours. */
const ignoredFolders = new Set(['lost+found', '.temporary'])

/** What no key in these areas leads to, and where it belongs if it is only in the wrong folder. */
export async function* findUnexpectedFiles(
  directory: string,
  areas: readonly string[],
): AsyncGenerator<{ file: string; belongsAt: string | undefined }> {
  for await (const { key, file } of walk(directory, (name) => !ignoredFolders.has(name))) {
    const isOurs = key !== undefined && areas.some((area) => key.startsWith(area))
    const belongsAt = isOurs ? pathForKey(directory, key) : undefined
    if (belongsAt !== file) yield { file, belongsAt }
  }
}

/** All that lies in the areas, each with the key that its name says, if it says one. */
async function* walk(
  directory: string,
  isMeant: (area: string) => boolean,
): AsyncGenerator<{ file: string; key?: string }> {
  for (const area of (await entriesOf(directory)) ?? []) {
    if (!isMeant(area)) continue
    const shards = await entriesOf(path.join(directory, area))
    if (!shards) yield { file: path.join(directory, area) }
    for (const shard of shards ?? []) {
      const folder = path.join(directory, area, shard)
      const names = await entriesOf(folder)
      if (!names) yield { file: folder }
      for (const name of names ?? []) {
        const key = `${area}/${name.replaceAll('~', '/')}`
        yield { file: path.join(folder, name), ...(isObjectKey(key) && { key }) }
      }
    }
  }
}

/** Undefined if it is no folder. */
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
