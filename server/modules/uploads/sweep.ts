import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { canDeleteFiles } from '#server/platform/postgres/deletion-lock.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { allKeysOfUpload, uploadPrefix } from '#server/shared/object-keys.ts'
import { deleteReleased, releasedAfter, releaseStale } from './repository.ts'

type Deps = { db: Db; store: ObjectStore }

const dayMs = 24 * 60 * 60 * 1000
const pageSize = 100
/** One broken file must not stop the others; a store that is down must not be retried forever. */
const maxFailures = 3

/** Removes uploads that were not registered, or not used, within a day. Safe to run on several servers concurrently. */
export async function sweepStaleUploads(deps: Deps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs)
  await releaseStale(deps.db, before)
  await removeReleasedFiles(deps)
  for await (const { key, modified } of deps.store.list(uploadPrefix))
    if (modified < before) await deps.store.remove(key)
}

/**
 * Removes the files of released uploads. A row is deleted only after its files, so that none is orphaned.
 * While a backup copies files they stay: the next run removes them.
 */
export async function removeReleasedFiles({ db, store }: Deps): Promise<void> {
  const failures: unknown[] = []
  for await (const ids of keysetPages((after) => releasedAfter(db, after, pageSize))) {
    if (!(await canDeleteFiles(db))) break
    for (const id of ids) {
      await removeFiles({ db, store }, id).catch((error) => failures.push(error))
      if (failures.length >= maxFailures) throw failures[0]
    }
  }
  if (failures.length > 0) throw failures[0]
}

export async function removeFiles({ db, store }: Deps, id: string): Promise<void> {
  await Promise.all(allKeysOfUpload(id).map((key) => store.remove(key)))
  await deleteReleased(db, id)
}
