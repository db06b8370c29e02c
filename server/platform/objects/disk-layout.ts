import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isObjectKey } from './object-key.ts'

/**
 * `audio/4f/a.mp3` is the file `audio/<three hex digits>/4f~a.mp3`. The digits come from the key's hash and
 * spread an area over 4,096 folders, so that none grows huge; `~` is in no key, so that no file is another's folder.
 */
export function pathOfKey(directory: string, key: string): string {
  const slash = key.indexOf('/')
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 3)
  return path.join(directory, key.slice(0, slash), shard, key.slice(slash + 1).replaceAll('/', '~'))
}

/** Every key that begins so, with its file. Only the areas that the prefix can mean are walked. */
export async function* keysOnDisk(
  directory: string,
  prefix: string,
): AsyncGenerator<{ key: string; file: string }> {
  for (const area of await namesIn(directory)) {
    if (!`${area}/`.startsWith(prefix) && !prefix.startsWith(`${area}/`)) continue
    for (const shard of await namesIn(path.join(directory, area))) {
      for (const name of await namesIn(path.join(directory, area, shard))) {
        const key = `${area}/${name.replaceAll('~', '/')}`
        if (key.startsWith(prefix) && isObjectKey(key))
          yield { key, file: path.join(directory, area, shard, name) }
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Something else that an operator put there is none of our keys.
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
