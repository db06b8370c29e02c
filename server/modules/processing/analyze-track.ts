import { buffer } from 'node:stream/consumers'
import type { TimeUsage } from '#server/platform/batching/time-usage.ts'
import type { AudioAnalyzer } from '#server/platform/media/audio-analyzer.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { isDataException } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import {
  type ClaimedTrack,
  claimNext,
  completeAnalysis,
  failAnalysis,
  hasSameFile,
  leaseTtlSeconds,
  releaseAnalysis,
  renewLease,
} from './repository.ts'
import { waveformLevels } from './waveform-levels.ts'

export type ProcessingDeps = {
  db: Db
  store: ObjectStore
  analyzer: AudioAnalyzer
  /** The time that the files of each user took. */
  usage?: TimeUsage
}

/** A file whose analysis is killed gets a second chance: the machine may have been short of memory. */
const maxAttempts = 2
/** Attempts whose server ended without a word: the file may be what ends it. */
const maxInterrupted = 5
const retrySeconds = 60
export const slowUserMs = 60_000

class MissingFile extends Error {}

/** Analyzes the next track in the queue. Returns its id, or undefined if there is none. */
export async function analyzeNext(deps: ProcessingDeps): Promise<string | undefined> {
  const claimed = await claimNext(deps.db, deps.usage?.above(slowUserMs))
  if (!claimed) return undefined
  const start = performance.now()
  const heartbeat = setInterval(
    () => void renewLease(deps.db, claimed).catch(() => {}),
    leaseTtlSeconds * 250,
  )
  try {
    if (claimed.attempts > maxInterrupted)
      throw new TaskFailed('The analysis was interrupted too often.')
    await analyzeTrack(deps, claimed)
  } catch (error) {
    await giveUp(deps.db, claimed, error)
  } finally {
    clearInterval(heartbeat)
    deps.usage?.add(claimed.userId, performance.now() - start)
  }
  return claimed.trackId
}

async function analyzeTrack({ db, store, analyzer }: ProcessingDeps, claimed: ClaimedTrack) {
  const key = audioObject(claimed.audioUrl)?.key ?? ''
  const file = key ? await store.stat(key) : undefined
  if (!file) throw new MissingFile('The file is missing.')
  const { waveform, ...measured } = await analyzer.analyze({
    userId: claimed.userId,
    size: file.size,
    read: async (start, end) => {
      const stream = await store.read(key, { start, end: end - 1 })
      if (!stream) throw new MissingFile('The file is missing.')
      return buffer(stream)
    },
  })
  await completeAnalysis(db, claimed, {
    ...measured,
    bytes: file.size,
    samplesPerBin: waveform.samplesPerBin,
    peaks: Buffer.from(waveform.peaks.buffer),
    levels: waveformLevels(waveform.peaks),
  })
}

/** A file that cannot be decoded has failed for good; a store or a server that stops is not its fault. */
async function giveUp(db: Db, claimed: ClaimedTrack, error: unknown) {
  const isKilled = error instanceof TaskFailed && error.killed !== undefined
  const isMissing = error instanceof MissingFile
  const isMoved = isMissing && !(await hasSameFile(db, claimed))
  const isFinal = (error instanceof TaskFailed && !isKilled) || (isMissing && !isMoved)
  if (isDataException(error)) return failAnalysis(db, claimed, 'The result cannot be stored.')
  if (isFinal || (isKilled && claimed.attempts >= maxAttempts))
    return failAnalysis(db, claimed, error.message)
  await releaseAnalysis(db, claimed, { counts: isKilled, retrySeconds: isMoved ? 0 : retrySeconds })
  if (!isKilled && !isMoved) throw error
}
