import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { findWaveform, insertPending } from './repository.ts'

/** Call it in the transaction that creates the track. */
export const queueAnalysis = (db: Db, trackId: string): Promise<void> => insertPending(db, trackId)

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
