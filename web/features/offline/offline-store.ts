import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import type { Exclusive, OfflineItems, SaveOptions, StoredItems } from './offline-items.ts'

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
  /** For saves and checks. It is requested before the other lock. */
  exclusiveSave: Exclusive
  /** For removals, checks, and those steps of saves that are not downloads: a removal does not wait for a download. */
  exclusive: Exclusive
  /** Asks other tabs to yield the locks of their check. */
  onWaiting: () => void
  /** Asks other tabs to stop their saves. */
  onRemoveAll: () => void
  /** Notifies the service worker and other tabs. */
  onChanged: () => void
}

export type OfflineStore = ReturnType<typeof createOfflineStore>

/** The state of what is stored on this device, for all components. */
export function createOfflineStore(deps: Deps) {
  const { items, checkItems, exclusiveSave, exclusive, onWaiting, onRemoveAll, onChanged } = deps
  const state = createStore<OfflineState>({ items: null, saving: [] })
  const set = (changes: Partial<OfflineState>) => state.set({ ...state.get(), ...changes })

  async function refresh() {
    set({ items: await items.list() })
  }
  async function notify() {
    onChanged()
    await refresh()
  }

  /** The check that runs or waits for a lock, the ids that it has checked, and how often it has failed. */
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
      await exclusiveSave(() => exclusive(() => checkItems(signal, checked), signal), signal)
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

  /** Releases the locks of a running check, which continues after those that wait for them. */
  function yieldCheck() {
    if (checking) continueCheck(checking.checked, checking.failures)
  }

  /** A check takes long with many items: what the user stores or removes goes first, whichever tab checks. */
  async function change(result: Promise<void>) {
    onWaiting()
    yieldCheck()
    await result.finally(notify)
  }

  function stopSaves(isStopped: (id: string) => boolean = () => true) {
    for (const { id, stop } of state.get().saving) if (isStopped(id)) stop()
  }

  /** Ends everything that would store something. */
  function stop() {
    stopSaves()
    checking?.controller.abort()
    clearTimeout(retry)
  }

  function remove(id: string, task: (id: string) => Promise<void>) {
    stopSaves((other) => other === id)
    return change(exclusive(() => task(id)))
  }

  function removeAll() {
    stopSaves()
    onRemoveAll()
    return change(exclusiveSave(() => exclusive(items.removeAll)))
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
        return task({ signal, onProgress: wholePercents(update), exclusive })
      }
      await change(exclusiveSave(run, signal))
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
    stopSaves: () => stopSaves(),
    stop,
    saveTrack: (track: Track) => save(track, (options) => items.saveTrack(track, options)),
    savePlaylist: (playlist: PlaylistDetail) =>
      save(playlist, (options) => items.savePlaylist(playlist, options)),
    removeTrack: (id: string) => remove(id, items.removeTrack),
    removePlaylist: (id: string) => remove(id, items.removePlaylist),
    removeAll,
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
