import { storagePrefixes } from '#server/shared/object-keys.ts'
import type { Check, FileDeps } from '../finding.ts'
import { deletionIn } from './deletion.ts'
import { checkMissing } from './missing.ts'
import { checkNobodys } from './nobodys.ts'
import { checkPlaces } from './places.ts'
import { countSounds, dropTables, prepareTables, putDown, type Stored } from './queries.ts'
import { checkInUse, checkUnused } from './uploads/checks.ts'

export async function* checkFiles({ db, store }: FileDeps): Check {
  await prepareTables(db)
  try {
    await takeStock({ db, store })
    const { tracks, there } = await countSounds(db)
    const isRightStore = there * 2 >= tracks
    if (!isRightStore)
      yield {
        problem: `Only ${there} of ${tracks} tracks have their sound in this store.`,
        advice:
          'Is it the right one (DATA_DIR, S3_BUCKET)? If it is, put the files back from a backup; no file is touched until most are there.',
      }
    yield* checkInUse(db, { mayMend: isRightStore })
    yield* checkPlaces(store)
    const missing = yield* checkMissing({ db, store }, { mayMend: isRightStore })
    const deletion = deletionIn({ isRightStore, missing })
    yield* checkUnused(db, deletion)
    yield* checkNobodys({ db, store }, deletion)
  } finally {
    await dropTables(db)
  }
}

const writtenAtOnce = 5000

async function takeStock({ db, store }: FileDeps): Promise<void> {
  let waiting: Stored[] = []
  for (const area of storagePrefixes)
    for await (const file of store.list(area)) {
      waiting.push(file)
      if (waiting.length < writtenAtOnce) continue
      await putDown(db, waiting)
      waiting = []
    }
  await putDown(db, waiting)
}
