import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { storagePrefixes } from '#server/shared/object-keys.ts'
import type { Check } from '../issue.ts'

/** Where a person finds the file: on disk from `DATA_DIR` on, else in the bucket. */
export const locationOf = (store: ObjectStore, key: string): string =>
  isLocalDisk(store) ? store.pathFor(key) : key

/** A bucket has no places but its keys. */
export async function* checkUnexpectedFiles(store: ObjectStore): Check {
  if (!isLocalDisk(store)) return
  for await (const { path, expectedPath } of store.unexpectedFiles(storagePrefixes))
    yield expectedPath === undefined
      ? {
          problem: `${path} is none of this site's files.`,
          advice: 'Please take it out of the folder.',
        }
      : { problem: `${path} lies in the wrong folder.`, advice: `It belongs at ${expectedPath}.` }
}
