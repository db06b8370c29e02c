import { notFound } from '#server/errors.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { ProcessingDeps } from './renditions.ts'
import { MissingFile, measure, openSource } from './source.ts'
import {
  findUploadAnalysis,
  insertUploadAnalysis,
  leaseNextUpload,
  leases,
  saveUploadAnalysis,
} from './upload-analyses-repository.ts'

/** Registered files are analyzed before a track has them, so that they can be compared with its audio. */

type Own = { userId: string; audioPath: string }

/** Queues the analysis if it is not. */
export async function getUploadAnalysis(db: Db, own: Own) {
  await insertUploadAnalysis(db, own)
  const found = await findUploadAnalysis(db, own)
  if (!found) throw notFound('Audio file')
  return found
}

const maxAttempts = 3

/** False if there is none. After a failure of the store, or the end of the server, the lease expires. */
export async function processNextUpload({
  db,
  store,
  processor,
}: Pick<ProcessingDeps, 'db' | 'store' | 'processor'>): Promise<boolean> {
  const held = await leaseNextUpload(db)
  if (!held) return false
  try {
    if (held.attempts > maxAttempts) throw new TaskFailed('The analysis was interrupted too often.')
    await leases.withHeartbeat(db, held, async () => {
      const source = await openSource(store, held)
      const { analysis, audioBitrate } = await measure(processor, source, held.duration)
      await saveUploadAnalysis(db, held, { ...analysis, audioBitrate, state: 'ready' })
    })
  } catch (error) {
    const mayRecover = error instanceof TaskFailed && error.killed && held.attempts < maxAttempts
    const isFinal = error instanceof TaskFailed || error instanceof MissingFile
    if (!isFinal || mayRecover) throw error
    await saveUploadAnalysis(db, held, { state: 'failed' })
  }
  return true
}
