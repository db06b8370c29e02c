import type { TrackVersion } from '#contract/versions.ts'
import { audioObject } from '#server/shared/object-keys.ts'

type AudioRow = {
  audioPath: string
  duration: number | null
  audioBytes: number | null
  audioBitrate: number | null
  loudness: number | null
  levels: Buffer | null
  fileName: string | null
  uploadedAt: Date | null
}

export const presentAudio = (row: AudioRow) => ({
  fileName: row.fileName,
  contentType: audioObject(row.audioPath)?.contentType ?? 'application/octet-stream',
  duration: row.duration,
  bytes: row.audioBytes,
  bitrate: row.audioBitrate,
  loudness: row.loudness === null ? null : Math.round(row.loudness * 100) / 100,
  waveform: row.levels && Array.from(row.levels, (level) => Math.round((level / 255) * 100) / 100),
  uploadedAt: row.uploadedAt?.toISOString() ?? null,
})

export const presentVersion = (row: AudioRow & { id: string; replacedAt: Date }): TrackVersion => ({
  ...presentAudio(row),
  id: row.id,
  replacedAt: row.replacedAt.toISOString(),
})
