import { canDeleteFiles } from '#server/platform/postgres/deletion-lock.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { objectsForPath, uploadForKey } from '#server/shared/object-keys.ts'
import type { Check, FileDeps, Finding } from '../finding.ts'
import { type Deletion, inADay } from './deletion.ts'
import { placeOf } from './places.ts'
import {
  countFiles,
  knownNow,
  knownThen,
  markNobodys,
  nobodysAfter,
  type Owners,
  putDownNamed,
  storedAfter,
} from './queries.ts'
import { letGoNobodys } from './uploads/queries.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Of a handful half may well be nobody's. */
const handful = 20

/** Files that nothing names. What is younger than a day is left alone: it may be on its way in. */
export async function* checkNobodys(deps: FileDeps, deletion: Deletion): Check {
  const { db, store } = deps
  await markAll(db, new Date(Date.now() - dayMs))
  const { stored, nobodys } = await countFiles(db)
  const isRightDatabase = nobodys <= handful || nobodys * 2 <= stored
  if (!isRightDatabase)
    yield {
      problem: `Nothing names ${nobodys} of the ${stored} files in this store.`,
      advice:
        'Is it the database of these files (DATA_DIR, DATABASE_URL)? Until most files are named, none is removed.',
    }
  const allowed = isRightDatabase ? deletion : { may: false }
  for await (const keys of pagesOf((last) => nobodysAfter(db, last)))
    for (const key of await withoutKnown(keys, (owners) => knownNow(db, owners)))
      yield {
        problem: `Nothing names the file ${placeOf(store, key)}.`,
        ...waysToGo(deps, key, allowed),
      }
}

/** What may have been in use has a day; what never was in use has lain there for one already. */
function waysToGo({ db, store }: FileDeps, key: string, deletion: Deletion): Partial<Finding> {
  const { id, objectPath: path } = uploadForKey(key) ?? { id: '', objectPath: '' }
  if (objectsForPath(path).some((file) => file.key === key))
    return inADay(deletion, () => letGoNobodys(db, { id, path }))
  const remove = async () => {
    if (!(await canDeleteFiles(db))) return false
    await store.remove(key)
    return true
  }
  const { may, advice } = deletion
  return may ? { mend: remove } : { ...(advice !== undefined && { advice }) }
}

async function markAll(db: Db, before: Date): Promise<void> {
  await putDownNamed(db)
  const findKnown = (owners: Owners) => knownThen(db, owners)
  for await (const keys of pagesOf((last) => storedAfter(db, last, before)))
    await markNobodys(db, await withoutKnown(keys, findKnown))
}

async function withoutKnown(
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

async function* pagesOf(read: (last: string) => Promise<string[]>): AsyncGenerator<string[]> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const keys = await read(last)
    if (keys.length > 0) yield keys
    last = keys.at(-1)
  }
}
