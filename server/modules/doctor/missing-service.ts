import { buffer } from 'node:stream/consumers'
import { releaseObjects } from '#server/modules/uploads/service.ts'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { requiredObjects } from '#server/shared/object-keys.ts'
import {
  clearReference,
  type FileReference,
  incompleteReferences,
  stillReferenced,
} from './files-repository.ts'
import { type Check, type FileDeps, type Issue, quoteTitle } from './issue.ts'

const labels = {
  audio: 'audio of the track',
  opus: 'Opus rendition of the track',
  aac: 'AAC rendition of the track',
  version: 'former audio of the track',
  'version-opus': 'Opus rendition of the former audio of the track',
  'version-aac': 'AAC rendition of the former audio of the track',
  artwork: 'artwork of the track',
  cover: 'cover of the playlist',
  avatar: 'avatar of the user',
}

/** Where an administrator finds the file: relative to `DATA_DIR` on disk, otherwise the key in the bucket. */
export const locationOf = (store: ObjectStore, key: string): string =>
  isLocalDisk(store) ? store.pathFor(key) : key

export async function* checkMissing(deps: FileDeps): Check {
  for await (const reference of incompleteReferences(deps.db)) {
    const issue = await recheck(deps, reference)
    if (issue) yield issue
  }
}

/** The file may have been added, or the row deleted, since the store was listed. */
async function recheck(deps: FileDeps, reference: FileReference): Promise<Issue | undefined> {
  const { role, title, slug, path, size } = reference
  const keys = requiredObjects(path).map(({ key }) => key)
  const stats = await Promise.all(keys.map((key) => deps.store.stat(key)))
  const lost = keys.filter((_key, index) => !stats[index])
  const nearest = keys.findLast((_key, index) => stats[index])
  const stored = stats[0]?.size
  const isTruncated = size !== null && stored !== undefined && stored !== size
  if (keys.length > 0 && lost.length === 0 && !isTruncated) return undefined
  if (!(await stillReferenced(deps.db, reference))) return undefined
  const label = `The ${labels[role]} ${slug === null ? `"${title}"` : quoteTitle({ title, slug })}`
  const locations = keys.map((key) => locationOf(deps.store, key))
  const restore =
    locations.length === 1
      ? `Restore the file ${locations[0]}`
      : `Restore ${locations.join(', ') || 'it'}`
  const repair = () =>
    clearReference(deps.db, reference, (tx) => releaseObjects(tx, [reference.path]))
  if (role === 'audio')
    return {
      problem: isTruncated
        ? `${label} has ${stored} bytes in the store instead of ${size}: ${path}.`
        : `${label} is not in the store: ${path}.`,
      advice: `${restore} from a backup, or delete the track.`,
    }
  if (role === 'opus' || role === 'aac')
    return {
      problem: `${label} is incomplete or not in the store: ${path}.`,
      repair,
      advice: '--fix removes the reference, and `npm run process -- --missing` makes it again.',
    }
  if (role === 'version' || role === 'version-opus' || role === 'version-aac')
    return {
      problem: `${label} is incomplete or not in the store: ${path}.`,
      repair,
      advice: `${restore} from a backup; --fix removes the reference.`,
    }
  return nearest === undefined
    ? {
        problem: `${label} is not in the store: ${path}.`,
        repair,
        advice: `${restore} from a backup; --fix removes the reference.`,
      }
    : {
        problem: `${label} lacks ${lost.length} of its ${keys.length} sizes: ${path}.`,
        repair: () => restoreFrom(deps, nearest, lost),
      }
}

/** Browsers scale images: a larger size looks right. */
async function restoreFrom({ store }: FileDeps, key: string, lost: string[]): Promise<boolean> {
  const body = await store.read(key)
  if (!body) return false
  const bytes = await buffer(body)
  for (const target of lost) await store.write(target, bytes, { contentType: 'image/webp' })
  return true
}
