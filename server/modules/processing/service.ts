import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { ContentViewer } from '#server/viewer.ts'
import {
  type AnalysisRow,
  findWaveform,
  heardOf,
  insertPending,
  requeueTrack,
} from './repository.ts'
import { deleteUploadAnalysis } from './upload-analyses-repository.ts'

/** Call it in the transaction that creates the track. */
export const queueAnalysis = (db: Db, trackId: string): Promise<void> => insertPending(db, trackId)

/** Call it when a track has got another file. Returns what is known of it, if it is analyzed. */
export async function requeueAnalysis(db: Db, trackId: string, known: AnalysisRow | undefined) {
  if (!known?.frames) return void (await requeueTrack(db, trackId, undefined))
  const { analyzedAt, sampleRate, channels, isLossless, frames, loudness, truePeak } = known
  const { samplesPerBin, peaks, levels } = known
  await requeueTrack(db, trackId, {
    ...{ analyzedAt, sampleRate, channels, isLossless, frames, loudness, truePeak },
    ...{ samplesPerBin, peaks, levels },
  })
  return heardOf(known)
}

/** The result for a file that something uses from now on. */
export const takeUploadAnalysis = deleteUploadAnalysis

/** In the JSON format of BBC audiowaveform, version 2. */
export async function getWaveform(db: Db, trackId: string, viewer: ContentViewer | undefined) {
  const row = await findWaveform(db, trackId, viewer)
  if (!row) throw notFound('Track')
  const { peaks, sampleRate, samplesPerBin, analyzedAt } = row
  if (!peaks || !sampleRate || !samplesPerBin) throw notFound('Waveform')
  return {
    version: String(analyzedAt?.getTime() ?? 0),
    waveform: {
      version: 2 as const,
      channels: 1 as const,
      sample_rate: sampleRate,
      samples_per_pixel: samplesPerBin,
      bits: 8 as const,
      length: peaks.length / 2,
      data: Array.from(new Int8Array(peaks)),
    },
  }
}
