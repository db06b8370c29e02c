import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { canDeleteFiles } from '#server/platform/postgres/deletion-lock.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import {
  allKeysOfUpload,
  objectsForPath,
  pathWithId,
  uploadKey,
  uploadPrefix,
} from '#server/shared/object-keys.ts'
import {
  deleteReleased,
  type ExposedUpload,
  exposedAfter,
  exposedBy,
  insertReplacement,
  markExposed,
  releasedAfter,
  releaseStale,
  replaceExposed,
} from './cleanup-repository.ts'
import { releaseByPath } from './repository.ts'

type Deps = { db: Db; store: ObjectStore }

const dayMs = 24 * 60 * 60 * 1000
const pageSize = 100
/** One broken file must not stop the others; a store that is down must not be retried forever. */
const maxFailures = 3
/** Within this time the response can contain the new paths. The job continues what takes longer or fails. */
const maxWaitMs = 2000

/** Removes uploads that were not registered, or not used, within a day. Safe to run on several servers concurrently. */
export async function sweepStaleUploads(deps: Deps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs)
  await releaseStale(deps.db, before)
  await removeReleasedFiles(deps, now)
  for await (const { key, modified } of deps.store.list(uploadPrefix))
    if (modified < before) await deps.store.remove(key)
  for await (const upload of deps.store.multipart.listUnfinished())
    if (upload.started < before) await deps.store.multipart.abort(upload)
}

/**
 * Removes the files of released uploads. A row is deleted only after its files, so that none is orphaned.
 * While a backup copies files they stay: the next run removes them.
 */
export async function removeReleasedFiles({ db, store }: Deps, now = new Date()): Promise<void> {
  async function* released() {
    for await (const ids of keysetPages((after) => releasedAfter(db, after, pageSize)))
      if (await canDeleteFiles(db)) yield ids
      else return
  }
  await forEachUpload(released(), (id) => removeFiles({ db, store }, id, now))
}

async function forEachUpload<T>(pages: AsyncIterable<T[]>, run: (upload: T) => Promise<void>) {
  const failures: unknown[] = []
  for await (const page of pages)
    for (const upload of page) {
      await run(upload).catch((error) => failures.push(error))
      if (failures.length >= maxFailures) throw failures[0]
    }
  if (failures.length > 0) throw failures[0]
}

export async function removeFiles(
  { db, store }: Deps,
  id: string,
  now = new Date(),
): Promise<void> {
  await Promise.all(allKeysOfUpload(id).map((key) => store.remove(key)))
  await deleteReleased(db, id, new Date(now.getTime() - dayMs))
}

/**
 * What becomes private gets new keys: the old ones were in responses, in presigned URLs that are still valid, and
 * in the cache of a CDN. Privacy does not depend on this: the row is private first. Call it in that transaction.
 */
export async function exposeObjects(
  db: Db,
  resourceId: string,
  objectPaths: readonly (string | null)[],
): Promise<void> {
  const paths = objectPaths.filter((path) => path !== null)
  if (paths.length > 0) await markExposed(db, resourceId, paths)
}

/** After the commit. Never fails. */
export async function rotateKeysOf(deps: Deps, resourceId: string): Promise<void> {
  const rotating = (async () => {
    for (const upload of await exposedBy(deps.db, resourceId)) await rotate(deps, upload)
  })().catch(() => {})
  await Promise.race([rotating, wait(maxWaitMs, undefined, { ref: false })])
}

/** Rotates what a failed store or a stopped server has left. Safe to run on several servers concurrently. */
export async function rotateExposedKeys(deps: Deps): Promise<void> {
  const exposed = keysetPages((after) => exposedAfter(deps.db, after, pageSize))
  await forEachUpload(exposed, (upload) => rotate(deps, upload))
}

/**
 * Copies first and deletes last, so that the row always references a complete file. The copy has a row from the
 * beginning: if the server stops, the sweep removes it like any file that was registered and not used.
 */
async function rotate(deps: Deps, upload: ExposedUpload): Promise<void> {
  const { db, store } = deps
  const id = randomUUID()
  const objectPath = pathWithId(upload.objectPath, id)
  if (!(await insertReplacement(db, upload, { id, key: uploadKey(id), objectPath }))) return
  const isReplaced =
    (await copyFiles(store, upload.objectPath, objectPath)) &&
    (await replaceExposed(db, upload, objectPath))
  if (!isReplaced) await releaseByPath(db, [objectPath])
  // While a backup copies files they stay: the job that removes released files does it later.
  else if (await canDeleteFiles(db)) await removeFiles(deps, upload.id)
}

/** False if there is nothing to copy, which the doctor reports. One missing width of an image is tolerated. */
async function copyFiles(store: ObjectStore, from: string, to: string): Promise<boolean> {
  const targets = objectsForPath(to)
  const copied = await Promise.all(
    objectsForPath(from).map(async ({ key, contentType }, index) => {
      const target = targets[index]
      return target !== undefined && (await store.copy(key, target.key, { contentType }))
    }),
  )
  return copied.includes(true)
}
