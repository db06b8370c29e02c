import { createStore } from '#web/lib/store.ts'
import { sortByPath, titleFromFileName } from './audio-files.ts'
import { type ReleaseTags, sortByNumber } from './release-tags.ts'
import type { Suggestions } from './suggestions.ts'

export type BulkItem = {
  id: string
  file: File
  title: string
  /** From the tags of the file; for fields that are empty in the shared form. */
  tags: Pick<Suggestions, 'artist' | 'studio' | 'genre'>
  /** The same of its release; undefined until the tags are read. */
  release?: ReleaseTags | undefined
  status: 'pending' | 'uploading' | 'completed' | 'failed'
  /** 0 to 100. */
  progress: number
  /** Why it failed, and the server's message. */
  error?: string | undefined
  reason?: string | undefined
  artwork?: File | undefined
  /** Why an image was rejected. */
  artworkError?: string | undefined
  /** Set once uploaded and registered, so that a retry does not upload them again. */
  audioUrl?: string | undefined
  artworkUrl?: string | undefined
  /** Set once the track exists. */
  trackId?: string | undefined
  /** Of the uploaded audio that is not registered yet. */
  uploadUrl?: string | undefined
}

/** A track whose file must be chosen again after signing in, with the title that was typed for it. */
export type UnselectedTrack = { name: string; size: number; title: string }

export type BulkList = ReturnType<typeof createBulkList>

type BulkState = {
  items: readonly BulkItem[]
  /** Tracks from before signing in whose files were not chosen again yet. */
  unselected: readonly UnselectedTrack[]
}

/** The tracks of a bulk upload. */
export function createBulkList(unselected: readonly UnselectedTrack[] = []) {
  const { get, set, subscribe } = createStore<BulkState>({ items: [], unselected })
  let lastId = 0
  const setItems = (items: readonly BulkItem[]) => set({ ...get(), items })
  const unfinished = () => get().items.filter(({ status }) => status !== 'completed')
  return {
    get,
    subscribe,
    item: (id: string) => get().items.find((item) => item.id === id),
    /** Those that are not uploaded yet. */
    unfinished,
    /** Adds the files sorted by path, and returns their ids. */
    add(files: readonly File[]): string[] {
      const unselected = [...get().unselected]
      const added = sortByPath(files).map((file): BulkItem => {
        // The title that was typed for this file before signing in; each applies to one file.
        const at = unselected.findIndex(
          ({ name, size }) => name === file.name && size === file.size,
        )
        const [typed] = at < 0 ? [] : unselected.splice(at, 1)
        const title = typed?.title ?? titleFromFileName(file.name)
        lastId += 1
        return { id: String(lastId), file, title, tags: {}, status: 'pending', progress: 0 }
      })
      set({ items: [...get().items, ...added], unselected })
      return added.map(({ id }) => id)
    },
    update(id: string, change: Partial<BulkItem>) {
      setItems(get().items.map((item) => (item.id === id ? { ...item, ...change } : item)))
    },
    /** As the numbers in their tags say. */
    sortByNumber: () => setItems(sortByNumber(get().items)),
    remove: (id: string) => setItems(get().items.filter((item) => item.id !== id)),
    clear: () => set({ items: [], unselected: [] }),
    /** For the draft. */
    unsent(): UnselectedTrack[] {
      const tracks = unfinished().map(({ file: { name, size }, title }) => ({ name, size, title }))
      return [...tracks, ...get().unselected]
    },
  }
}
