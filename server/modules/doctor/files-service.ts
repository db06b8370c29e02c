import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { canDeleteFiles } from '#server/platform/postgres/deletion-lock.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { objectsForPath, storagePrefixes, uploadForKey } from '#server/shared/object-keys.ts'
import {
  analyzeFiles,
  countAudio,
  countUnused,
  dropTable,
  insertMissingUpload,
  markUsed,
  missingUploads,
  orphanedFiles,
  prepareTable,
  recordFiles,
  referencedNotUsed,
  release,
  releaseOrphan,
  type StoredFile,
  unusedUploads,
} from './files-repository.ts'
import type { Check, FileDeps, Issue, Notice } from './issue.ts'
import { checkMissing, locationOf } from './missing-service.ts'
import { askForStore, isRightStore } from './right-store.ts'

export async function* checkFiles({ db, store }: FileDeps): Check {
  await prepareTable(db)
  try {
    await recordStoredFiles({ db, store })
    const { tracks, present } = await countAudio(db)
    const isRight = isRightStore({ tracks, present })
    if (!isRight)
      yield {
        problem: `Only ${present} of ${tracks} tracks have their audio in this store.`,
        advice: `${askForStore} If it is, restore the files from a backup; no file is touched until most are there.`,
      }
    for await (const issue of checkInUse(db)) yield isRight ? issue : withoutRepair(issue)
    yield* checkUnexpectedFiles(store)
    let missing = 0
    for await (const issue of checkMissing({ db, store })) {
      missing += 1
      yield isRight ? issue : withoutRepair(issue)
    }
    const deletion: Deletion = {
      allowed: isRight && missing === 0,
      ...(isRight && { advice: 'It stays while files are missing: it may be one of them.' }),
    }
    yield* checkUnfinishedUploads(store)
    yield* checkUnused(db, deletion)
    yield* checkOrphans({ db, store }, deletion)
  } finally {
    await dropTable(db)
  }
}

const withoutRepair = (found: Issue | Notice) =>
  'notice' in found ? found : { problem: found.problem }

const batchSize = 5000

async function recordStoredFiles({ db, store }: FileDeps): Promise<void> {
  let batch: StoredFile[] = []
  for (const prefix of storagePrefixes)
    for await (const file of store.list(prefix)) {
      batch.push(file)
      if (batch.length < batchSize) continue
      await recordFiles(db, batch)
      batch = []
    }
  await recordFiles(db, batch)
  await analyzeFiles(db)
}

/** The upload of a file in use must have that state: files are released through it. */
async function* checkInUse(db: Db): Check {
  for await (const upload of referencedNotUsed(db))
    yield {
      problem: `The file ${upload.path} is in use, and marked as ${upload.state}.`,
      repair: () => markUsed(db, upload),
    }
  for await (const file of missingUploads(db)) {
    const contentType = objectsForPath(file.path)[0]?.contentType
    if (contentType === undefined) continue
    yield {
      problem: `The file ${file.path} is in use, but has no upload row: it would never be deleted.`,
      repair: () => insertMissingUpload(db, { ...file, contentType }),
    }
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** Their parts take space that no listing of files shows. The servers abort them after a day. */
async function* checkUnfinishedUploads({ multipart }: ObjectStore): Check {
  for await (const upload of multipart.listUnfinished()) {
    const started = upload.started.toISOString()
    if (Date.now() - upload.started.getTime() > dayMs)
      yield {
        problem: `The upload ${upload.key} of ${started.slice(0, 10)} was never finished.`,
        repair: () => multipart.abort(upload),
        repairedMessage: 'Its parts are removed.',
        advice: 'The servers remove its parts.',
      }
    else yield { notice: `The upload ${upload.key} is not finished. It began at ${started}.` }
  }
}

/** On disk only: in a bucket the key is the location. */
async function* checkUnexpectedFiles(store: ObjectStore): Check {
  if (!isLocalDisk(store)) return
  for await (const { path, expectedPath } of store.unexpectedFiles(storagePrefixes))
    yield expectedPath === undefined
      ? { problem: `${path} is not a file of this site.`, advice: 'Please remove it.' }
      : { problem: `${path} is in the wrong folder.`, advice: `It belongs at ${expectedPath}.` }
}

/** Whether this run may delete files, and what to say if not. */
type Deletion = { allowed: boolean; advice?: string }

/** The servers delete the file after a day; until then an administrator can restore a lost row that references it. */
function deleteInADay({ allowed, ...advice }: Deletion, repair: () => Promise<void>) {
  if (!allowed) return advice
  return {
    repair,
    repairedMessage: 'It is deleted in a day, unless something uses it by then.',
    advice: 'With --fix it is deleted after a day, unless something uses it by then.',
  }
}

/** In so few files, more than half may well be unused. */
const smallNumber = 20
const labels = { audio: 'audio files', image: 'images' }

/** Deleting a row releases its files. A file marked as used without a referencing row lost it in another way. */
async function* checkUnused(db: Db, deletion: Deletion): Check {
  let exceedsLimit = false
  for (const { kind, all, unused } of await countUnused(db)) {
    const isTooMuch = unused > smallNumber ? unused * 2 > all : kind === 'audio' && unused === all
    if (!isTooMuch) continue
    exceedsLimit = true
    yield {
      problem: `Nothing uses ${unused} of the ${all} ${labels[kind]} that were in use.`,
      advice:
        'Were rows lost? Restore the database from a backup; until most files are in use, none of these is deleted.',
    }
  }
  const allowed = exceedsLimit ? { allowed: false } : deletion
  for await (const { id, path } of unusedUploads(db))
    yield {
      problem: `Nothing uses the file ${path} any more.`,
      ...deleteInADay(allowed, () => release(db, id)),
    }
}

/** Unreferenced files. */
async function* checkOrphans(deps: FileDeps, deletion: Deletion): Check {
  let allowed: Deletion | undefined
  for await (const { key, orphans, stored } of orphanedFiles(deps.db)) {
    const isRightDatabase = orphans <= smallNumber || orphans * 2 <= stored
    if (!isRightDatabase && !allowed)
      yield {
        problem: `No row references ${orphans} of the ${stored} files in this store.`,
        advice:
          'Is it the database of these files (DATA_DIR, DATABASE_URL)? Until most files are referenced, none is removed.',
      }
    allowed = isRightDatabase ? deletion : { allowed: false }
    yield {
      problem: `No row references the file ${locationOf(deps.store, key)}.`,
      ...removalOf(deps, key, allowed),
    }
  }
}

/**
 * A file that may have been in use is deleted a day later; one that never was is deleted at once: it is older than a
 * day.
 */
function removalOf({ db, store }: FileDeps, key: string, deletion: Deletion): Partial<Issue> {
  const { id, objectPath: path } = uploadForKey(key) ?? { id: '', objectPath: '' }
  if (objectsForPath(path).some((file) => file.key === key))
    return deleteInADay(deletion, () => releaseOrphan(db, { id, path }))
  const { allowed, ...advice } = deletion
  if (!allowed) return advice
  return { repair: async () => (await canDeleteFiles(db)) && store.remove(key) }
}
