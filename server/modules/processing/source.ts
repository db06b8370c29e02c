import { buffer } from 'node:stream/consumers'
import { levelsOf } from '#contract/waveform-levels.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import { maxHours, tooLong } from '#server/platform/media/decode/decode-limits.ts'
import { withoutTags } from '#server/platform/media/decode/without-tags.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { audioObject } from '#server/shared/object-keys.ts'

export type AudioSource = {
  client: string
  size: number
  /** For the bitrate: a cover image in the tags does not count. */
  sizeWithoutTags: number
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
  const { size: sizeWithoutTags } = await withoutTags({ size, read })
  return { client: userId, size, sizeWithoutTags, read }
}

/** What is stored of the analysis. `declaredSeconds`: what the file says, before hours are decoded for nothing. */
export async function measure(
  processor: AudioProcessor,
  source: AudioSource,
  declaredSeconds: number | null,
) {
  if ((declaredSeconds ?? 0) > maxHours * 3600) throw new TaskFailed(tooLong())
  const { waveform, ...measured } = await processor.analyze(source)
  return {
    ...measured,
    samplesPerBin: waveform.samplesPerBin,
    peaks: Buffer.from(waveform.peaks.buffer),
    levels: Buffer.from(levelsOf(waveform.peaks).map((level) => Math.round(255 * level))),
  }
}
