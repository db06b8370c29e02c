import { randomUUID } from 'node:crypto'
import { withSpoolFile } from '#server/platform/files/spool-file.ts'
import type { RenditionFormat } from '#server/platform/media/audio-formats.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import { NoSpaceLeft, type ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject, renditionPath, uploadKey } from '#server/shared/object-keys.ts'
import { insertRendition, publishRendition, releaseRendition } from './renditions-repository.ts'
import type { LeasedTrack } from './repository.ts'
import type { AudioSource } from './source.ts'

export type ProcessingDeps = {
  db: Db
  store: ObjectStore
  processor: AudioProcessor
  /** Whether renditions are made. */
  renditions: boolean
  /** Leaves the reserve of the disk to uploads and the database. */
  hasFreeSpace(bytes: number): boolean
}

/** Of the larger format, twice: while the file is copied from the spool to the store, it exists in both. */
const maxBytesPerSecond = 2 * 20_000

export class TrackReplaced extends Error {}

/**
 * The file has a row before it is in the store, so that the sweep finds it if the server stops. The track references it
 * once it is complete: only then it is visible.
 */
export async function makeRendition(
  deps: ProcessingDeps,
  leased: LeasedTrack,
  source: AudioSource,
  format: RenditionFormat,
): Promise<void> {
  const { db, store, processor } = deps
  const { frames, sampleRate, audioBitrate } = leased
  if (frames === null || sampleRate === null) throw new Error('The track is not analyzed.')
  if (!deps.hasFreeSpace(Math.ceil((frames / sampleRate) * maxBytesPerSecond)))
    throw new NoSpaceLeft('the reserve is reached')
  // A small file cannot fill the disk by its renditions.
  const bitrate = audioBitrate ?? (8 * source.size * sampleRate) / frames
  const maxBitrate = Math.ceil(2 * bitrate)
  const id = randomUUID()
  const objectPath = renditionPath(id, format)
  const { key = '', contentType = '' } = audioObject(objectPath) ?? {}
  await insertRendition(db, { id, key: uploadKey(id), objectPath, contentType })
  try {
    const bytes = await withSpoolFile(async (spool) => {
      const { headerBytes } = await processor.render(
        source,
        { format, frames, sampleRate, maxBitrate },
        (bytes) => spool.append(bytes),
      )
      const stream = spool.readFrom(spool.size - headerBytes)
      await store.write(key, { stream, size: spool.size }, { contentType })
      return spool.size
    })
    if (!(await publishRendition(db, leased, { format, objectPath, bytes })))
      throw new TrackReplaced('The track was deleted or replaced while it was processed.')
  } catch (error) {
    await releaseRendition(db, objectPath).catch(() => {})
    throw error
  }
}
