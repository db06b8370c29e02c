import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import type { OfflineItems, StoredItems } from './offline-items.ts'

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
const retryDelay = 10_000

type Deps = {
  items: OfflineItems
  /** Deletes and updates what changed on the server. */
  checkItems: (signal: AbortSignal, checked: Set<string>) => Promise<void>
  /** Runs one task at a time, of all tabs. A task that waits can be aborted. */
  exclusive: (task: () => Promise<void>, signal?: AbortSignal) => Promise<void>
  /** Asks other tabs to yield the lock of their check. */
  onWaiting: () => void
  /** Notifies the service worker and other tabs. */
  onChanged: () => void
}

export type OfflineStore = ReturnType<typeof createOfflineStore>

/** The state of what is stored on this device, for all components. */
export function createOfflineStore({ items, checkItems, exclusive, onWaiting, onChanged }: Deps) {
  const state = createStore<OfflineState>({ items: null, saving: [] })
  const set = (changes: Partial<OfflineState>) => state.set({ ...state.get(), ...changes })

  async function refresh() {
    set({ items: await items.list() })
  }
  async function notify() {
    onChanged()
    await refresh()
  }

  /** The check that runs or waits for the lock, the ids that it has checked, and how often it has failed. */
  type Check = { controller: AbortController; checked: Set<string>; failures: number }
  let checking: Check | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  async function check(checked = new Set<string>(), failures = 0) {
    checking?.controller.abort()
    clearTimeout(retry)
    const current = { controller: new AbortController(), checked, failures }
    const { signal } = current.controller
    checking = current
    try {
      await exclusive(() => checkItems(signal, checked), signal)
    } catch (error) {
      if (signal.aborted) return
      retry = setTimeout(continueCheck, retryDelay * 2 ** failures, checked, failures + 1)
      throw error
    } finally {
      if (checking === current) checking = undefined
      // Whatever aborted the check notifies instead.
      if (!signal.aborted) await notify()
    }
  }

  function continueCheck(checked: Set<string>, failures: number) {
    check(checked, failures).catch((error: unknown) => console.warn(error))
  }

  /** Releases the lock of a running check, which continues after those that wait for it. */
  function yieldCheck() {
    if (checking) continueCheck(checking.checked, checking.failures)
  }

  /** A check takes long with many items: what the user stores or removes goes first, whichever tab checks. */
  async function change(task: () => Promise<void>, signal?: AbortSignal) {
    const result = exclusive(task, signal)
    onWaiting()
    yieldCheck()
    await result.finally(notify)
  }

  type Task = (options: {
    signal: AbortSignal
    onProgress: (fraction: number) => void
  }) => Promise<void>
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
      await change(() => {
        update(0)
        return task({ signal, onProgress: wholePercents(update) })
      }, signal)
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
    check: () => check(),
    yieldCheck,
    saveTrack: (track: Track) => save(track, (options) => items.saveTrack(track, options)),
    savePlaylist: (playlist: PlaylistDetail) =>
      save(playlist, (options) => items.savePlaylist(playlist, options)),
    removeTrack: (id: string) => change(() => items.removeTrack(id)),
    removePlaylist: (id: string) => change(() => items.removePlaylist(id)),
    removeAll: () => change(items.removeAll),
  }
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
