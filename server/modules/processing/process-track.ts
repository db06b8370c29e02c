import { buffer } from 'node:stream/consumers'
import { levelsOf } from '#contract/waveform-levels.ts'
import { maxHours, tooLong } from '#server/platform/media/decode/decode-limits.ts'
import { withoutTags } from '#server/platform/media/decode/without-tags.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { isDataException } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import type { ProcessingDeps } from './deps.ts'
import { type AudioSource, makeRendition, missingRenditions, TrackReplaced } from './renditions.ts'
import {
  type ClaimedTrack,
  claimNext,
  claimTrack,
  completeProcessing,
  failProcessing,
  hasSameFile,
  leaseTtlSeconds,
  releaseClaim,
  renewLease,
  restartClaim,
  saveAnalysis,
} from './repository.ts'

/** A file whose task was killed is tried twice: the machine may have been short of memory. */
const maxAttempts = 2
/** Attempts that ended with their server, without an error: the file may be what crashes it. */
const maxInterrupted = 5
const retrySeconds = 60
export const slowUserMs = 60_000

class MissingFile extends Error {}

/** Analyzes the next track in the queue, or this one, and makes its renditions. Returns its id, or undefined if there is none. */
export async function processNext(
  deps: ProcessingDeps,
  trackId?: string,
): Promise<string | undefined> {
  const { db } = deps
  const claimed =
    trackId === undefined
      ? await claimNext(db, deps.usage?.above(slowUserMs))
      : await claimTrack(db, trackId)
  if (!claimed) return undefined
  const start = performance.now()
  const heartbeat = setInterval(
    () => void renewLease(db, claimed).catch(() => {}),
    leaseTtlSeconds * 250,
  )
  try {
    if (claimed.attempts > maxInterrupted)
      throw new TaskFailed('Processing was interrupted too often.')
    await processTrack(deps, claimed)
  } catch (error) {
    await handleFailure(db, claimed, error)
  } finally {
    clearInterval(heartbeat)
    deps.usage?.add(claimed.userId, performance.now() - start)
  }
  return claimed.trackId
}

/** Each step is saved when it is done: a job that is interrupted continues with the next one. */
async function processTrack(deps: ProcessingDeps, claimed: ClaimedTrack) {
  const { db, store, processor } = deps
  const source = await openSource(store, claimed)
  const isAnalyzed = claimed.frames !== null && claimed.sampleRate !== null
  if (!isAnalyzed) {
    // Rejected before hours of audio are decoded for nothing.
    if ((claimed.duration ?? 0) > maxHours * 3600) throw new TaskFailed(tooLong())
    const { waveform, ...measured } = await processor.analyze(source)
    claimed.frames = measured.frames
    claimed.sampleRate = measured.sampleRate
    claimed.isLossless = measured.isLossless
    await saveAnalysis(db, claimed, {
      ...measured,
      bytes: source.size,
      bytesWithoutTags: source.sizeWithoutTags,
      samplesPerBin: waveform.samplesPerBin,
      peaks: Buffer.from(waveform.peaks.buffer),
      levels: Buffer.from(levelsOf(waveform.peaks).map((level) => Math.round(255 * level))),
    })
  }
  if (deps.renditions)
    for (const format of missingRenditions(claimed, source, { isRepeated: !isAnalyzed }))
      await makeRendition(deps, claimed, source, format)
  await completeProcessing(db, claimed, deps)
}

async function openSource(store: ObjectStore, claimed: ClaimedTrack): Promise<AudioSource> {
  const key = audioObject(claimed.audioUrl)?.key ?? ''
  const file = key ? await store.stat(key) : undefined
  if (!file) throw new MissingFile('The file is missing.')
  const { size } = file
  async function read(start: number, end: number) {
    const stream = await store.read(key, { start, end: end - 1 })
    if (!stream) throw new MissingFile('The file is missing.')
    return buffer(stream)
  }
  const { size: sizeWithoutTags } = await withoutTags({ size, read })
  return { userId: claimed.userId, size, sizeWithoutTags, read }
}

/**
 * A file that cannot be decoded has failed for good. After a failure of the store, or the end of the server, the track
 * is queued again.
 */
async function handleFailure(db: Db, claimed: ClaimedTrack, error: unknown) {
  const isKilled = error instanceof TaskFailed && error.killed !== undefined
  const isMissing = error instanceof MissingFile
  const isReplaced =
    error instanceof TrackReplaced || (isMissing && !(await hasSameFile(db, claimed)))
  if (isReplaced) return restartClaim(db, claimed)
  if (isDataException(error)) return failProcessing(db, claimed, 'The result cannot be stored.')
  const isFinal = isMissing || (error instanceof TaskFailed && !isKilled)
  if (isFinal || (isKilled && claimed.attempts >= maxAttempts))
    return failProcessing(db, claimed, error.message)
  await releaseClaim(db, claimed, { counts: isKilled, retrySeconds })
  if (!isKilled) throw error
}
