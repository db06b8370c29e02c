import type { Playlist } from '#contract/playlists.ts'
import { hasStatus } from '#web/api/client.ts'
import type { BulkList } from './bulk-list.ts'

export type ReleaseCalls<Fields> = {
  create: (fields: Fields) => Promise<Playlist>
  setCover: (id: string, cover: File) => Promise<unknown>
  addTrack: (id: string, trackId: string) => Promise<unknown>
  reorder: (id: string, trackIds: string[]) => Promise<unknown>
}

/**
 * The release of a bulk upload. It is created with the tracks that have arrived; those that a retry uploads later are
 * put in their place. Each step is done once, so that it can be retried after a failure.
 */
export function createBulkRelease<Fields>(
  list: BulkList,
  calls: ReleaseCalls<Fields>,
  /** That of an earlier visit. */
  restored?: Playlist,
) {
  let release = restored
  let hasCover = false
  /** Ids of the items in the order of the release, also of those that failed. */
  const order: string[] = []
  const added = new Map<string, string>()

  /** Resolves to null while no track has arrived. */
  async function save(fields: Fields, cover: File | undefined): Promise<Playlist | null> {
    const items = list.get()
    order.push(...items.map(({ id }) => id).filter((id) => !order.includes(id)))
    const arrived = items.flatMap(({ id, track }) => (track ? [{ id, trackId: track.id }] : []))
    if (arrived.length === 0) return null
    release ??= await calls.create(fields)
    for (const { id, trackId } of arrived) {
      if (added.has(id)) continue
      await calls.addTrack(release.id, trackId).catch((error: unknown) => {
        // It may have been put there before the page was closed.
        if (!restored || !hasStatus(error, 409)) throw error
      })
      added.set(id, trackId)
    }
    await restoreOrder(release.id)
    if (cover && !hasCover) {
      await calls.setCover(release.id, cover)
      hasCover = true
    }
    return release
  }

  /** New tracks are appended; the order is saved if that is not their place. */
  async function restoreOrder(id: string) {
    const current = [...added.keys()]
    const sorted = order.filter((item) => added.has(item))
    if (sorted.every((item, index) => item === current[index])) return
    const trackIds = sorted.map((item) => added.get(item) ?? '')
    await calls.reorder(id, trackIds)
    added.clear()
    sorted.forEach((item, index) => {
      added.set(item, trackIds[index] ?? '')
    })
  }

  return {
    save,
    /** Undefined until it is created. */
    get: () => release,
  }
}
