import type { TimeUsage } from '#server/platform/batching/time-usage.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type ProcessingDeps = {
  db: Db
  store: ObjectStore
  processor: AudioProcessor
  /** Whether renditions are made. */
  renditions: boolean
  /** Leaves the reserve of the disk to uploads and the database. */
  hasFreeSpace(bytes: number): boolean
  /** The time that the files of each user took. */
  usage?: TimeUsage
}
