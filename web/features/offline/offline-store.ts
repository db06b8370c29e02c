import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import type { OfflineItems, StoredItems } from './offline-items.ts'

/** What is being stored. */
export type Saving = {
  id: string
  title: string
  /** From 0 to 1. */
  part: number
  stop: () => void
}
export type OfflineState = {
  /** Null until it has been read. */
  items: StoredItems | null
  saving: readonly Saving[]
}
export type SaveResult = 'saved' | 'stopped' | 'no-space' | 'failed'

type Deps = {
  items: OfflineItems
  /** Deletes and updates what changed on the server. */
  checkItems: (signal: AbortSignal) => Promise<void>
  /** Runs one task at a time, of all tabs. */
  exclusive: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Notifies the service worker and other tabs. */
  onChanged: () => void
}

export type OfflineStore = ReturnType<typeof createOfflineStore>

/** The state of what is stored on this device, for all components. */
export function createOfflineStore({ items, checkItems, exclusive, onChanged }: Deps) {
  const state = createStore<OfflineState>({ items: null, saving: [] })
  const set = (changes: Partial<OfflineState>) => state.set({ ...state.get(), ...changes })

  async function refresh() {
    set({ items: await items.list() })
  }
  async function notify() {
    onChanged()
    await refresh()
  }
  const change = (task: () => Promise<void>) => exclusive(task).finally(notify)

  /** The check that runs or waits for its turn. */
  let checking: AbortController | undefined
  async function check() {
    checking?.abort()
    const controller = new AbortController()
    const { signal } = controller
    checking = controller
    try {
      await exclusive(async () => {
        signal.throwIfAborted()
        await checkItems(signal)
      })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (checking === controller) checking = undefined
      // Otherwise what aborted it does this.
      if (!signal.aborted) await notify()
    }
  }

  /** A long check does not delay what the user removes; it starts again afterwards. */
  async function remove(task: () => Promise<void>) {
    const aborted = checking
    checking = undefined
    aborted?.abort()
    try {
      await change(task)
    } finally {
      if (aborted) void check().catch((error: unknown) => console.warn(error))
    }
  }

  type Task = (options: {
    signal: AbortSignal
    onProgress: (part: number) => void
  }) => Promise<void>
  async function save(
    { id, title }: Pick<Saving, 'id' | 'title'>,
    task: Task,
  ): Promise<SaveResult> {
    const stopped = new AbortController()
    const update = (part: number) =>
      set({ saving: state.get().saving.map((item) => (item.id === id ? { ...item, part } : item)) })
    const others = () => state.get().saving.filter((item) => item.id !== id)
    set({ saving: [...others(), { id, title, part: 0, stop: () => stopped.abort() }] })
    try {
      await change(() => task({ signal: stopped.signal, onProgress: wholePercents(update) }))
      return 'saved'
    } catch (error) {
      if (stopped.signal.aborted) return 'stopped'
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
    saveTrack: (track: Track) => save(track, (options) => items.saveTrack(track, options)),
    savePlaylist: (playlist: PlaylistDetail) =>
      save(playlist, (options) => items.savePlaylist(playlist, options)),
    removeTrack: (id: string) => remove(() => items.removeTrack(id)),
    removePlaylist: (id: string) => remove(() => items.removePlaylist(id)),
    removeAll: () => remove(items.removeAll),
  }
}

/** Reports a part only if its percentage differs: every chunk of a download would render. */
function wholePercents(report: (part: number) => void) {
  let last = -1
  return (part: number) => {
    const percent = Math.floor(part * 100)
    if (percent === last) return
    last = percent
    report(percent / 100)
  }
}

const isQuotaExceeded = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
