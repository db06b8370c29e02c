import { buffer } from 'node:stream/consumers'
import { levelsOf } from '#contract/waveform-levels.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import { maxHours, tooLong } from '#server/platform/media/decode-limits.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { bitrateOf } from './repository.ts'

export type AudioSource = {
  client: string
  size: number
  read(start: number, end: number): Promise<Uint8Array>
}

export class MissingFile extends Error {}

export async function openSource(
  store: ObjectStore,
  { audioPath, userId }: { audioPath: string; userId: string },
): Promise<AudioSource> {
  const key = audioObject(audioPath)?.key ?? ''
  const file = key ? await store.stat(key) : undefined
  if (!file) throw new MissingFile('The file is missing.')
  const { size } = file
  async function read(start: number, end: number) {
    const stream = await store.read(key, { start, end: end - 1 })
    if (!stream) throw new MissingFile('The file is missing.')
    return buffer(stream)
  }
  return { client: userId, size, read }
}

/** What is stored of the analysis, and the bitrate. `declaredSeconds`: what the file says, before hours are decoded for nothing. */
export async function measure(
  processor: AudioProcessor,
  source: AudioSource,
  declaredSeconds: number | null,
) {
  if ((declaredSeconds ?? 0) > maxHours * 3600) throw new TaskFailed(tooLong())
  const { waveform, audioBytes, ...measured } = await processor.analyze(source)
  const audioBitrate = bitrateOf(audioBytes, measured.frames / measured.sampleRate)
  const analysis = {
    ...measured,
    samplesPerBin: waveform.samplesPerBin,
    peaks: Buffer.from(waveform.peaks.buffer),
    levels: Buffer.from(levelsOf(waveform.peaks).map((level) => Math.round(255 * level))),
  }
  return { analysis, audioBitrate }
}
