import { createStore, type Store } from '#web/lib/store.ts'
import { sortByName, titleFromFileName } from './audio-files.ts'
import type { Suggestions } from './suggestions.ts'

export type BulkItem = {
  id: string
  file: File
  title: string
  /** From the tags of the file; for fields that are empty in the shared form. */
  tags: Pick<Suggestions, 'artist' | 'studio' | 'genre'>
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
  /** Of the uploaded audio that is not registered yet. */
  uploadUrl?: string | undefined
}

/** A track whose file must be chosen again after signing in, with the title that was typed for it. */
export type UnselectedTrack = { name: string; size: number; title: string }

export type BulkList = ReturnType<typeof createBulkList>

/** The tracks of a bulk upload, each in its own store, so that progress re-renders one row only. */
export function createBulkList(awaitedTracks: readonly UnselectedTrack[] = []) {
  const items = new Map<string, Store<BulkItem>>()
  const ids = createStore<readonly string[]>([])
  const remaining = createStore(0)
  const unselected = createStore(awaitedTracks)
  let lastId = 0

  const updateRemaining = () =>
    remaining.set(all().filter(({ status }) => status !== 'completed').length)
  const all = () => [...items.values()].map((item) => item.get())
  /** The title that was typed for this file before signing in; each applies to one file. */
  function typedTitle({ name, size }: File): string | undefined {
    const match = unselected.get().find((track) => track.name === name && track.size === size)
    unselected.set(unselected.get().filter((track) => track !== match))
    return match?.title
  }
  function set(next: Map<string, Store<BulkItem>>) {
    ids.set([...next.keys()])
    updateRemaining()
  }
  return {
    /** Observable: the rows, and how many tracks are not uploaded yet. */
    ids,
    remaining,
    /** Tracks from before signing in whose files were not chosen again yet. */
    unselected,
    item: (id: string) => items.get(id),
    all,
    /** Adds the files sorted by name, and returns their ids. */
    add(files: readonly File[]): string[] {
      const added = sortByName(files).map((file) => {
        lastId += 1
        const id = String(lastId)
        const title = typedTitle(file) ?? titleFromFileName(file.name)
        items.set(id, createStore({ id, file, title, tags: {}, status: 'pending', progress: 0 }))
        return id
      })
      set(items)
      return added
    },
    update(id: string, change: Partial<BulkItem>) {
      const item = items.get(id)
      if (!item) return
      item.set({ ...item.get(), ...change })
      if (change.status) updateRemaining()
    },
    remove(id: string) {
      items.delete(id)
      set(items)
    },
    clear() {
      items.clear()
      unselected.set([])
      set(items)
    },
    /** The tracks that are not uploaded yet, for the draft. */
    unsent(): UnselectedTrack[] {
      const chosen = all().filter(({ status }) => status !== 'completed')
      const tracks = chosen.map(({ file, title }) => ({ name: file.name, size: file.size, title }))
      return [...tracks, ...unselected.get()]
    },
  }
}
