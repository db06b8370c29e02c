import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { canDeleteFiles } from '#server/platform/postgres/deletion-lock.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { objectsForPath, pathWithId, uploadKey } from '#server/shared/object-keys.ts'
import { releaseByPath } from './repository.ts'
import {
  type ExposedUpload,
  exposedAfter,
  exposedBy,
  insertReplacement,
  markExposed,
  replaceExposed,
} from './rotate-keys-repository.ts'
import { removeFiles } from './sweep.ts'

/**
 * What becomes private gets new keys: the old ones were in responses, in presigned URLs that are still valid, and
 * in the cache of a CDN. Privacy does not depend on this: the row is private first.
 */

type Deps = { db: Db; store: ObjectStore }

/** Within this time the response can contain the new paths. The job continues what takes longer or fails. */
const maxWaitMs = 2000
const pageSize = 100
const maxFailures = 3

/** Call it in the transaction that makes the resource private. */
export async function exposeObjects(
  db: Db,
  resourceId: string,
  objectPaths: readonly (string | null)[],
): Promise<void> {
  const paths = objectPaths.filter((path) => path !== null)
  if (paths.length > 0) await markExposed(db, resourceId, paths)
}

/** After the commit of that transaction. Never fails. */
export async function rotateKeysOf(deps: Deps, resourceId: string): Promise<void> {
  const rotating = (async () => {
    for (const upload of await exposedBy(deps.db, resourceId)) await rotate(deps, upload)
  })().catch(() => {})
  await Promise.race([rotating, wait(maxWaitMs, undefined, { ref: false })])
}

/** Rotates what a failed store or a stopped server has left. Safe to run on several servers concurrently. */
export async function rotateExposedKeys(deps: Deps): Promise<void> {
  const failures: unknown[] = []
  for await (const page of keysetPages((after) => exposedAfter(deps.db, after, pageSize)))
    for (const upload of page) {
      await rotate(deps, upload).catch((error) => failures.push(error))
      if (failures.length >= maxFailures) throw failures[0]
    }
  if (failures.length > 0) throw failures[0]
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
