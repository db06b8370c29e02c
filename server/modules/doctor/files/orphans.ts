import { canDeleteFiles } from '#server/platform/postgres/deletion-lock.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { objectsForPath, uploadForKey } from '#server/shared/object-keys.ts'
import type { Check, FileDeps, Issue } from '../issue.ts'
import { type DeletionPolicy, deleteInADay } from './deletion.ts'
import { locationOf } from './locations.ts'
import {
  countFiles,
  insertOrphans,
  type Owners,
  orphansAfter,
  recordReferenced,
  referencedNow,
  referencedThen,
  storedAfter,
} from './repository.ts'
import { releaseOrphan } from './uploads/repository.ts'

const dayMs = 24 * 60 * 60 * 1000
/** In so few files, half may well be orphaned. */
const smallNumber = 20

/** Unreferenced files. Files younger than a day are ignored: they may be uploads in progress. */
export async function* checkOrphans(deps: FileDeps, deletion: DeletionPolicy): Check {
  const { db, store } = deps
  await markOrphans(db, new Date(Date.now() - dayMs))
  const { stored, orphans } = await countFiles(db)
  const isRightDatabase = orphans <= smallNumber || orphans * 2 <= stored
  if (!isRightDatabase)
    yield {
      problem: `No row references ${orphans} of the ${stored} files in this store.`,
      advice:
        'Is it the database of these files (DATA_DIR, DATABASE_URL)? Until most files are referenced, none is removed.',
    }
  const allowed = isRightDatabase ? deletion : { allowed: false }
  for await (const keys of keysetPages((last) => orphansAfter(db, last), ''))
    for (const key of await excludeReferenced(keys, (owners) => referencedNow(db, owners)))
      yield {
        problem: `No row references the file ${locationOf(store, key)}.`,
        ...removalOf(deps, key, allowed),
      }
}

/**
 * A file that may have been in use is deleted a day later; one that never was is deleted at once: it is older than a
 * day.
 */
function removalOf({ db, store }: FileDeps, key: string, deletion: DeletionPolicy): Partial<Issue> {
  const { id, objectPath: path } = uploadForKey(key) ?? { id: '', objectPath: '' }
  if (objectsForPath(path).some((file) => file.key === key))
    return deleteInADay(deletion, () => releaseOrphan(db, { id, path }))
  const remove = async () => {
    if (!(await canDeleteFiles(db))) return false
    await store.remove(key)
    return true
  }
  const { allowed, advice } = deletion
  return allowed ? { repair: remove } : { ...(advice !== undefined && { advice }) }
}

async function markOrphans(db: Db, before: Date): Promise<void> {
  await recordReferenced(db)
  const findKnown = (owners: Owners) => referencedThen(db, owners)
  for await (const keys of keysetPages((last) => storedAfter(db, last, before), ''))
    await insertOrphans(db, await excludeReferenced(keys, findKnown))
}

async function excludeReferenced(
  keys: string[],
  findKnown: (owners: Owners) => Promise<Set<string>>,
): Promise<string[]> {
  const owners = keys.map((key) => uploadForKey(key))
  const known = await findKnown({
    ids: owners.flatMap((owner) => owner?.id ?? []),
    paths: owners.flatMap((owner) => owner?.objectPath ?? []),
  })
  return keys.filter((_key, index) => {
    const owner = owners[index]
    return !owner || (!known.has(owner.id) && !known.has(owner.objectPath))
  })
}
