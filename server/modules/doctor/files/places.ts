import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { uploadAreas } from '#server/shared/object-keys.ts'
import type { Check } from '../finding.ts'

/** Where a person finds the file: on disk from `DATA_DIR` on, else in the bucket. */
export const placeOf = (store: ObjectStore, key: string): string =>
  isLocalDisk(store) ? store.placeOf(key) : key

/** A bucket has no places but its keys. */
export async function* checkPlaces(store: ObjectStore): Check {
  if (!isLocalDisk(store)) return
  for await (const { place, belongsAt } of store.strangers(uploadAreas))
    yield belongsAt === undefined
      ? {
          problem: `${place} is none of this site's files.`,
          advice: 'Please take it out of the folder.',
        }
      : { problem: `${place} lies in the wrong folder.`, advice: `It belongs at ${belongsAt}.` }
}
