import { buffer } from 'node:stream/consumers'
import type { Task } from '#server/platform/jobs/jobs.ts'
import type { Media } from '#server/platform/media/media.ts'
import { parseLayout, type TagLayout } from '#server/platform/media/tags/layout.ts'
import { type ObjectStore, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { findLayout, findWithoutLayout, saveLayout } from './layouts-repository.ts'

type Deps = { db: Db; store: ObjectStore; media: Media }

const unchanged: TagLayout = { format: 'unchanged' }

/** Files without a layout, and those of a version that wrote another kind, are sent as they are stored. */
export async function loadLayout(db: Db, audioPath: string, size: number): Promise<TagLayout> {
  const stored = await findLayout(db, audioPath)
  return (stored && parseLayout(JSON.parse(stored), size)) || unchanged
}

/**
 * New files get their layout when they are registered. This reads that of older ones, one after the other: no request
 * starts it, so that nobody can fill the sandbox by downloading.
 */
export const readLayoutsTask = (deps: Deps): Task => ({
  name: 'read-tag-layouts',
  cron: '*/5 * * * *',
  run: () => readLayouts(deps),
})

export async function readLayouts({ db, store, media }: Deps): Promise<void> {
  const first = '00000000-0000-0000-0000-000000000000'
  let file = await findWithoutLayout(db, first)
  for (; file; file = await findWithoutLayout(db, file.id)) {
    const key = audioObject(file.audioPath)?.key
    const size = key && (await store.stat(key))?.size
    // A missing file may come back with a backup of the store.
    if (!key || !size) continue
    const metadata = await media.probeAudio({
      client: 'tag layouts',
      size,
      read: async (start, end) => {
        const stream = await store.read(key, { start, end: end - 1 })
        if (!stream) throw new StoreUnavailable(new Error('The object is missing.'))
        return buffer(stream)
      },
    })
    await saveLayout(db, file.id, JSON.stringify(metadata?.tagLayout ?? unchanged))
  }
}
