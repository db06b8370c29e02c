import { urlFor } from '#contract/client.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { type Paged, readPaged } from '#web/api/client.ts'
import { loadWhole } from '#web/api/playlists.ts'
import { createStore } from '#web/lib/store.ts'
import type { OfflineItems, SaveOptions, StoredItems } from './offline-items.ts'

/** What is being stored. */
export type Saving = {
  id: string
  title: string
  /** From 0 to 1; null while it waits for another one. */
  progress: number | null
  stop: () => void
}
export type OfflineState = {
  /** Null until it has been read. */
  items: StoredItems | null
  saving: readonly Saving[]
}
export type SaveResult = 'saved' | 'stopped' | 'no-space' | 'failed'

/** Milliseconds after which a check that failed continues, twice as many each time: 'online' comes before the network works. */
const retryDelay = 1_000

/** To other tabs and the service worker. `deleted`: everything, by the user or at sign-out. */
export type OfflineMessage = 'changed' | 'deleted'
/** Runs one save at a time, of all tabs. One that waits can be aborted. */
export type Lock = (save: () => Promise<void>, signal?: AbortSignal) => Promise<void>

export type OfflineStore = ReturnType<typeof createOfflineStore>

/** The state of what is stored on this device, for all components. */
export function createOfflineStore(
  items: OfflineItems,
  lock: Lock,
  post: (message: OfflineMessage) => void,
) {
  const state = createStore<OfflineState>({ items: null, saving: [] })
  const set = (changes: Partial<OfflineState>) => state.set({ ...state.get(), ...changes })

  async function refresh() {
    set({ items: await items.list() })
  }
  async function notify() {
    post('changed')
    await refresh()
  }

  let checking = new AbortController()
  /** Ids that were removed here: nobody is told about what they did themselves. */
  let removedHere = new Set<string>()
  /** Resolves to the titles of what was removed, when everything was checked; to none if the check was stopped. */
  async function check(): Promise<string[]> {
    checking.abort()
    removedHere = new Set()
    checking = new AbortController()
    const { signal } = checking
    const before = await items.list()
    const checked = new Set<string>()
    for (let delay = retryDelay; ; delay *= 2) {
      const failure = await checkItems(items, { lock, signal, checked }).catch((error) => error)
      if (signal.aborted) return []
      await notify()
      if (!failure) return titlesOfMissing(before, state.get().items, removedHere)
      console.warn(failure)
      await new Promise((resolve) => {
        setTimeout(resolve, delay)
        signal.addEventListener('abort', resolve)
      })
    }
  }

  /** Ends everything that would store something. */
  function stop() {
    for (const { stop } of state.get().saving) stop()
    checking.abort()
  }

  async function remove(id: string, task: (id: string) => Promise<void>) {
    state
      .get()
      .saving.find((item) => item.id === id)
      ?.stop()
    removedHere.add(id)
    await task(id).finally(notify)
  }

  async function removeAll() {
    stop()
    post('deleted')
    await lock(items.removeAll).finally(notify)
  }

  type Task = (options: SaveOptions) => Promise<void>
  async function save(
    { id, title }: Pick<Saving, 'id' | 'title'>,
    task: Task,
  ): Promise<SaveResult> {
    const stopped = new AbortController()
    const { signal } = stopped
    const update = (progress: number) =>
      set({
        saving: state.get().saving.map((item) => (item.id === id ? { ...item, progress } : item)),
      })
    const others = () => state.get().saving.filter((item) => item.id !== id)
    set({ saving: [...others(), { id, title, progress: null, stop: () => stopped.abort() }] })
    try {
      const run = () => {
        update(0)
        return task({ signal, onProgress: wholePercents(update) })
      }
      await lock(run, signal).finally(notify)
      return 'saved'
    } catch (error) {
      if (signal.aborted) return 'stopped'
      console.warn(error)
      return isQuotaExceeded(error) ? 'no-space' : 'failed'
    } finally {
      set({ saving: others() })
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh,
    check,
    async receive(message: OfflineMessage) {
      if (message === 'deleted') stop()
      await refresh()
    },
    saveTrack: (track: Track) => save(track, (options) => items.saveTrack(track, options)),
    savePlaylist: (playlist: PlaylistDetail) =>
      save(playlist, (options) => items.savePlaylist(playlist, options)),
    removeTrack: (id: string) => remove(id, items.removeTrack),
    removePlaylist: (id: string) => remove(id, items.removePlaylist),
    removeAll,
  }
}

function titlesOfMissing(
  before: StoredItems,
  after: StoredItems | null,
  removedHere: ReadonlySet<string>,
): string[] {
  const left = new Set(after?.tracks.map(({ track }) => track.id))
  // The tracks of a playlist go with it.
  if (before.playlists.some(({ playlist }) => removedHere.has(playlist.id))) return []
  return before.tracks
    .filter(({ track }) => !left.has(track.id) && !removedHere.has(track.id))
    .map(({ track }) => track.title)
}

/** Reports a fraction only if its whole percentage differs: otherwise every chunk of a download would render. */
function wholePercents(report: (fraction: number) => void) {
  let last = -1
  return (fraction: number) => {
    const percent = Math.floor(fraction * 100)
    if (percent === last) return
    last = percent
    report(percent / 100)
  }
}

const isQuotaExceeded = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

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
  async function load<Body>(url: string): Promise<Paged<Body> | null> {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)])
    // The service worker responds to `no-store` with nothing that is stored.
    const response = await fetch(url, { signal: timeout, cache: 'no-store' })
    if (response.ok) return readPaged<Body>(response)
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
      const url = urlFor(routes.getPlaylist, { params: { id } })
      const current = await loadWhole(url, load<PlaylistDetail>)
      if (current === null) return items.removePlaylist(id)
      await lock(() => items.updatePlaylist(current, { signal }), signal)
      for (const { track } of current.playlistTracks) checked.add(track.id)
    })
  }
  for (const { track } of (await items.list()).tracks) {
    await attempt(track.id, async () => {
      const current = await load<TrackDetail>(
        urlFor(routes.getTrack, { params: { slug: track.id } }),
      )
      if (current === null) await items.evictTrack(track.id)
      else await lock(() => items.updateTrack(current.body, { signal }), signal)
    })
  }
  await lock(items.deleteUnneeded, signal)
  if (failures.length > 0) throw failures[0]
}
