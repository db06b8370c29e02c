import { type Argument, type RouteResponse, type UrlInput, urlFor } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import * as routes from '#contract/routes.ts'
import type { OfflineItems, SaveOptions } from './offline-items.ts'

/** Milliseconds after which a request or download that receives nothing fails: the others must not wait for it. */
const idleTimeout = 30_000

type Deps = {
  items: OfflineItems
  fetch: (url: string, init: RequestInit) => Promise<Response>
  signal: AbortSignal
  /** The ids that have been checked, so that a check that was aborted can continue. */
  checked?: Set<string>
}

/** Deletes stored tracks and playlists that are gone or may no longer be played, and updates the others, until it is aborted. */
export async function checkItems({
  items,
  fetch,
  signal,
  checked = new Set(),
}: Deps): Promise<void> {
  async function withTimeout<Result>(task: (options: SaveOptions) => Promise<Result>) {
    const idle = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    function onProgress() {
      clearTimeout(timer)
      timer = setTimeout(
        () => idle.abort(new DOMException('No data.', 'TimeoutError')),
        idleTimeout,
      )
    }
    onProgress()
    const options = { signal: AbortSignal.any([signal, idle.signal]), onProgress }
    return task(options).finally(() => clearTimeout(timer))
  }

  /** Null if the server says that there is nothing for this user. */
  async function load<R extends Route>(
    route: R,
    ...input: Argument<UrlInput<R>>
  ): Promise<RouteResponse<R> | null> {
    const url = urlFor(route, ...input)
    // The service worker responds to `no-store` with nothing that is stored.
    return withTimeout(async ({ signal }) => {
      const response = await fetch(url, { signal, cache: 'no-store' })
      if (response.ok) return response.json()
      if ([401, 403, 404, 410].includes(response.status)) return null
      throw new Error(`Failed to check ${url}: ${response.status}`)
    })
  }

  const failures: unknown[] = []
  /** The others are checked although one cannot be checked or updated, because the device is full or a file fails to load. */
  async function attempt(task: () => Promise<void>) {
    signal.throwIfAborted()
    await task().catch((error) => failures.push(error))
  }

  for (const { playlist } of (await items.list(signal)).playlists) {
    const { id } = playlist
    if (checked.has(id)) continue
    await attempt(async () => {
      const current = await load(routes.getPlaylist, { params: { id } })
      if (current === null) await items.removePlaylist(id)
      else await withTimeout((options) => items.savePlaylist(current, options))
      checked.add(id)
      for (const { track } of current?.playlistTracks ?? []) checked.add(track.id)
    })
  }
  for (const { track } of (await items.list(signal)).tracks) {
    if (checked.has(track.id)) continue
    await attempt(async () => {
      const current = await load(routes.getTrack, { params: { slug: track.id } })
      if (current === null) await items.evictTrack(track.id)
      else await withTimeout((options) => items.updateTrack(current, options))
      checked.add(track.id)
    })
  }
  await items.deleteUnneeded(signal)
  if (failures.length > 0) throw failures[0]
}
