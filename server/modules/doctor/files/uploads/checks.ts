import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { objectsForPath } from '#server/shared/object-keys.ts'
import type { Check } from '../../issue.ts'
import { type DeletionPolicy, deleteInADay } from '../deletion.ts'
import {
  countUnused,
  insertMissingUpload,
  markUsed,
  missingUploadsAfter,
  referencedNotUsed,
  release,
  unusedAfter,
} from './repository.ts'

/** The upload of a file in use must have that state: files are released through it. */
export async function* checkInUse(db: Db, { canRepair }: { canRepair: boolean }): Check {
  for await (const page of keysetPages((last) => referencedNotUsed(db, last)))
    for (const upload of page)
      yield {
        problem: `The file ${upload.path} is in use, and marked as ${upload.state}.`,
        ...(canRepair && { repair: () => markUsed(db, upload).then(() => true) }),
      }
  for await (const page of keysetPages((last) => missingUploadsAfter(db, last)))
    for (const file of page) {
      const contentType = objectsForPath(file.path)[0]?.contentType
      if (contentType === undefined) continue
      yield {
        problem: `The file ${file.path} is in use, but has no upload row: it would never be deleted.`,
        ...(canRepair && {
          repair: () => insertMissingUpload(db, { ...file, contentType }).then(() => true),
        }),
      }
    }
}

/** In so few files, more than half may well be unused. */
const smallNumber = 20
const labels = { audio: 'audio files', image: 'images' }

/** Deleting a row releases its files. A file marked as used without a referencing row lost it in another way. */
export async function* checkUnused(db: Db, deletion: DeletionPolicy): Check {
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
  for await (const page of keysetPages((last) => unusedAfter(db, last)))
    for (const { id, path } of page)
      yield {
        problem: `Nothing uses the file ${path} any more.`,
        ...deleteInADay(allowed, () => release(db, id)),
      }
}
