import { type Argument, type RouteResponse, type UrlInput, urlFor } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import * as routes from '#contract/routes.ts'
import type { OfflineItems } from './offline-items.ts'

/** Milliseconds after which a request fails: the others must not wait for it. */
const requestTimeout = 30_000

type CheckOptions = {
  signal: AbortSignal
  /** Runs one save at a time, of all tabs. */
  lock: (save: () => Promise<void>, signal: AbortSignal) => Promise<void>
  /** The ids that have been checked, so that a check that failed can continue. */
  checked: Set<string>
}

/** Deletes stored tracks and playlists that are gone or may no longer be played, and updates the others. */
export async function checkItems(
  items: OfflineItems,
  { signal, lock, checked }: CheckOptions,
): Promise<void> {
  /** Null if the server says that there is nothing for this user. */
  async function load<R extends Route>(
    route: R,
    ...input: Argument<UrlInput<R>>
  ): Promise<RouteResponse<R> | null> {
    const url = urlFor(route, ...input)
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)])
    // The service worker responds to `no-store` with nothing that is stored.
    const response = await fetch(url, { signal: timeout, cache: 'no-store' })
    if (response.ok) return response.json()
    if ([401, 403, 404, 410].includes(response.status)) return null
    throw new Error(`Failed to check ${url}: ${response.status}`)
  }

  const failures: unknown[] = []
  /** The others are checked although one cannot be checked or updated, because the device is full or a file fails to load. */
  async function attempt(id: string, task: () => Promise<void>) {
    if (checked.has(id)) return
    signal.throwIfAborted()
    try {
      await task()
      checked.add(id)
    } catch (error) {
      failures.push(error)
    }
  }

  for (const { playlist } of (await items.list()).playlists) {
    const { id } = playlist
    await attempt(id, async () => {
      const current = await load(routes.getPlaylist, { params: { id } })
      if (current === null) return items.removePlaylist(id)
      await lock(() => items.updatePlaylist(current, { signal }), signal)
      for (const { track } of current.playlistTracks) checked.add(track.id)
    })
  }
  for (const { track } of (await items.list()).tracks) {
    await attempt(track.id, async () => {
      const current = await load(routes.getTrack, { params: { slug: track.id } })
      if (current === null) await items.evictTrack(track.id)
      else await lock(() => items.updateTrack(current, { signal }), signal)
    })
  }
  await lock(items.deleteUnneeded, signal)
  if (failures.length > 0) throw failures[0]
}
