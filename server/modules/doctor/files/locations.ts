import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { storagePrefixes } from '#server/shared/object-keys.ts'
import type { Check } from '../issue.ts'

/** Where an administrator finds the file: relative to `DATA_DIR` on disk, otherwise the key in the bucket. */
export const locationOf = (store: ObjectStore, key: string): string =>
  isLocalDisk(store) ? store.pathFor(key) : key

/** On disk only: in a bucket the key is the location. */
export async function* checkUnexpectedFiles(store: ObjectStore): Check {
  if (!isLocalDisk(store)) return
  for await (const { path, expectedPath } of store.unexpectedFiles(storagePrefixes))
    yield expectedPath === undefined
      ? {
          problem: `${path} is not a file of this site.`,
          advice: 'Please remove it.',
        }
      : { problem: `${path} is in the wrong folder.`, advice: `It belongs at ${expectedPath}.` }
}
