import { storagePrefixes } from '#server/shared/object-keys.ts'
import type { Check, FileDeps } from '../issue.ts'
import { deletionPolicy } from './deletion.ts'
import { checkUnexpectedFiles } from './locations.ts'
import { checkMissing } from './missing.ts'
import { checkOrphans } from './orphans.ts'
import {
  countAudio,
  dropTables,
  prepareTables,
  recordFiles,
  type StoredFile,
} from './repository.ts'
import { checkInUse, checkUnused } from './uploads/checks.ts'

export async function* checkFiles({ db, store }: FileDeps): Check {
  await prepareTables(db)
  try {
    await recordStoredFiles({ db, store })
    const { tracks, present } = await countAudio(db)
    const isRightStore = present * 2 >= tracks
    if (!isRightStore)
      yield {
        problem: `Only ${present} of ${tracks} tracks have their audio in this store.`,
        advice:
          'Is it the right one (DATA_DIR, S3_BUCKET)? If it is, restore the files from a backup; no file is touched until most are there.',
      }
    yield* checkInUse(db, { canRepair: isRightStore })
    yield* checkUnexpectedFiles(store)
    const missing = yield* checkMissing({ db, store }, { canRepair: isRightStore })
    const deletion = deletionPolicy({ isRightStore, missing })
    yield* checkUnused(db, deletion)
    yield* checkOrphans({ db, store }, deletion)
  } finally {
    await dropTables(db)
  }
}

const batchSize = 5000

async function recordStoredFiles({ db, store }: FileDeps): Promise<void> {
  let batch: StoredFile[] = []
  for (const area of storagePrefixes)
    for await (const file of store.list(area)) {
      batch.push(file)
      if (batch.length < batchSize) continue
      await recordFiles(db, batch)
      batch = []
    }
  await recordFiles(db, batch)
}
