import { startWorker } from '#server/platform/jobs/worker.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import { processedTracks } from '#server/platform/metrics/metrics.ts'
import { isDatabaseDown, isDataException } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findMissingRenditions, queueNeedingFfmpeg } from './queue-repository.ts'
import { makeRendition, type ProcessingDeps, TrackReplaced } from './renditions.ts'
import {
  completeProcessing,
  failProcessing,
  hasSameFile,
  type LeasedTrack,
  leaseNext,
  leases,
  leaseTrack,
  releaseTrack,
  restartTrack,
  saveAnalysis,
} from './repository.ts'
import { MissingFile, measure, openSource } from './source.ts'
import { processNextUpload } from './upload-analyses.ts'

/** A file whose task was killed is tried twice: the machine may have been short of memory. */
const maxAttempts = 2
/** Attempts that ended with their server, without an error: the file may be what crashes it. */
const maxInterrupted = 5
const retrySeconds = 60

type Options = {
  /** Jobs at a time. */
  concurrency: number
  pollMs?: number
  onFailure(error: unknown): void
}

/** Works on the queue of pending tracks. */
export function startProcessing(deps: ProcessingDeps, { pollMs = 3000, ...options }: Options) {
  // Somebody waits for the analysis of an upload.
  const runNext = async () =>
    (await processNextUpload(deps)) || (await processNext(deps)) !== undefined
  const worker = startWorker({ runNext, pollMs, ...options })
  const queueing = queueNeedingFfmpeg(deps.db).catch((error: unknown) => {
    if (!isDatabaseDown(error)) options.onFailure(error)
  })
  return {
    /** Ends running jobs: another server, or the next start, runs them again. */
    async stop() {
      const stopped = worker.stop()
      await deps.processor.close()
      await Promise.all([stopped, queueing])
    },
  }
}

/** Analyzes the next track in the queue, or this one, and makes its renditions. Returns its id, or undefined if there is none. */
export async function processNext(
  deps: ProcessingDeps,
  trackId?: string,
): Promise<string | undefined> {
  const { db } = deps
  const leased = await (trackId === undefined ? leaseNext(db) : leaseTrack(db, trackId))
  if (!leased) return undefined
  try {
    if (leased.attempts > maxInterrupted)
      throw new TaskFailed('Processing was interrupted too often.')
    await leases.withHeartbeat(db, leased, () => processTrack(deps, leased))
  } catch (error) {
    await handleFailure(db, leased, error)
  }
  return leased.id
}

/** Each step is saved when it is done: a job that is interrupted continues with the next one. */
async function processTrack(deps: ProcessingDeps, leased: LeasedTrack) {
  const { db, store, processor } = deps
  const source = await openSource(store, leased)
  const isAnalyzed = leased.frames !== null && leased.sampleRate !== null
  if (!isAnalyzed) {
    const { analysis, audioBitrate } = await measure(processor, source, leased.duration)
    leased.frames = analysis.frames
    leased.sampleRate = analysis.sampleRate
    leased.audioBitrate = audioBitrate
    await saveAnalysis(db, leased, { analysis, audioBitrate, audioBytes: source.size })
  }
  if (deps.renditions)
    for (const format of await findMissingRenditions(db, leased.id, { all: !isAnalyzed }))
      await makeRendition(deps, leased, source, format)
  await completeProcessing(db, leased)
  processedTracks.inc({ result: 'ready' })
}

/**
 * A file that cannot be decoded has failed for good. After a failure of the store, or the end of the server, the track
 * is queued again.
 */
async function handleFailure(db: Db, leased: LeasedTrack, error: unknown) {
  const isKilled = error instanceof TaskFailed && error.killed !== undefined
  const isMissing = error instanceof MissingFile
  const isReplaced =
    error instanceof TrackReplaced || (isMissing && !(await hasSameFile(db, leased)))
  if (isReplaced) return restartTrack(db, leased)
  if (isDataException(error)) return fail(db, leased, 'The result cannot be stored.')
  const isFinal = isMissing || (error instanceof TaskFailed && !isKilled)
  if (isFinal || (isKilled && leased.attempts >= maxAttempts))
    return fail(db, leased, error.message)
  await releaseTrack(db, leased, { counts: isKilled, retrySeconds })
  if (!isKilled) throw error
}

async function fail(db: Db, leased: LeasedTrack, reason: string): Promise<void> {
  await failProcessing(db, leased, reason)
  processedTracks.inc({ result: 'failed' })
}
