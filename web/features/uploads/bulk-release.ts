import type { Playlist } from '#contract/playlists.ts'
import { hasStatus } from '#web/api/client.ts'
import type { BulkList } from './bulk-list.ts'

export type ReleaseCalls<Fields> = {
  create: (fields: Fields) => Promise<Playlist>
  /** The ids of its tracks, in their order. */
  listTracks: (id: string) => Promise<string[]>
  setCover: (id: string, cover: File) => Promise<unknown>
  addTrack: (id: string, trackId: string) => Promise<unknown>
  reorder: (id: string, trackIds: string[]) => Promise<unknown>
}

/**
 * The release of a bulk upload. It is created with the tracks that have arrived; those that a retry uploads later are
 * put in their place. What it has already is requested before each retry: a response may have been lost, or the page closed.
 */
export function createBulkRelease<Fields>(
  list: BulkList,
  calls: ReleaseCalls<Fields>,
  /** That of an earlier visit. */
  restored?: Playlist,
) {
  let release = restored
  let hasCover = false

  /** Resolves to null while no track has arrived. */
  async function save(fields: Fields, cover: File | undefined): Promise<Playlist | null> {
    const arrived = list.get().flatMap(({ track }) => track?.id ?? [])
    if (arrived.length === 0) return null
    const present = release ? await listTracks(release.id) : undefined
    if (!release || !present) release = await calls.create(fields)
    await fill(release.id, arrived, present ?? [])
    if (cover && !hasCover) {
      await calls.setCover(release.id, cover)
      hasCover = true
    }
    return release
  }

  /** Undefined if the release was deleted meanwhile. */
  function listTracks(id: string): Promise<string[] | undefined> {
    return calls.listTracks(id).catch((error: unknown) => {
      if (!hasStatus(error, 404)) throw error
      hasCover = false
      return undefined
    })
  }

  /** New tracks are appended; the order is saved if that is not their place. */
  async function fill(id: string, arrived: readonly string[], present: readonly string[]) {
    const missing = arrived.filter((trackId) => !present.includes(trackId))
    for (const trackId of missing) await calls.addTrack(id, trackId)
    const current = [...present, ...missing]
    const sorted = [...arrived, ...present.filter((trackId) => !arrived.includes(trackId))]
    if (sorted.some((trackId, index) => trackId !== current[index])) await calls.reorder(id, sorted)
  }

  /** What is uploaded next is another release. */
  function forget() {
    release = undefined
    hasCover = false
  }

  return { save, forget }
}
