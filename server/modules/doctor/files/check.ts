import { uploadAreas } from '#server/platform/objects/keys.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Check, type FileDeps, inPages } from '../finding.ts'
import { checkMissing } from './missing.ts'
import { checkNobodys } from './nobodys.ts'
import {
  countSounds,
  dropTables,
  prepareTables,
  putDown,
  type Stored,
  setUploadState,
  wrongUploads,
} from './queries.ts'

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
    yield* checkUploads(db, { mayMend: isRightStore })
    yield* checkMissing({ db, store }, { mayMend: isRightStore })
    yield* checkNobodys({ db, store }, { mayMend: isRightStore })
  } finally {
    await dropTables(db)
  }
}

const writtenAtOnce = 5000

async function takeStock({ db, store }: FileDeps): Promise<void> {
  let waiting: Stored[] = []
  for (const area of uploadAreas)
    for await (const file of store.list(area)) {
      waiting.push(file)
      if (waiting.length < writtenAtOnce) continue
      await putDown(db, waiting)
      waiting = []
    }
  await putDown(db, waiting)
}

async function* checkUploads(db: Db, { mayMend }: { mayMend: boolean }): Check {
  for await (const page of inPages((last) => wrongUploads(db, last)))
    for (const { id, path, state, isNamed } of page) {
      const mend = async () => {
        await setUploadState(db, id, { from: state, to: isNamed ? 'used' : 'released' })
        return true
      }
      yield {
        problem: isNamed
          ? `The file ${path} is in use, and marked as ${state}.`
          : `The file ${path} is marked as used, and nothing uses it.`,
        ...(mayMend && { mend }),
      }
    }
}
