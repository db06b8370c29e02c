import { createStore, type Store } from '#web/lib/store.ts'
import { titleFromFileName } from './audio-files.ts'

export type BulkItem = {
  id: string
  file: File
  title: string
  status: 'pending' | 'uploading' | 'completed' | 'failed'
  /** 0 to 100. */
  progress: number
  /** Why it failed, and what the server said about it. */
  error?: string | undefined
  reason?: string | undefined
  artwork?: File | undefined
  /** What was wrong with a picture that was not taken. */
  artworkError?: string | undefined
  /** What is already there, so that trying again does not send it again. */
  audioUrl?: string | undefined
  artworkUrl?: string | undefined
  /** Where the bytes are that are not registered yet. */
  sentTo?: string | undefined
}

/** A track whose file has to be chosen again, and the title that was typed for it. */
export type UnselectedTrack = { name: string; size: number; title: string }

export type BulkList = ReturnType<typeof createBulkList>

/**
 * The tracks of a bulk upload, each in a store of its own: one that moves draws one row anew, not
 * two hundred.
 */
export function createBulkList(awaitedTracks: readonly UnselectedTrack[] = []) {
  const items = new Map<string, Store<BulkItem>>()
  const ids = createStore<readonly string[]>([])
  const left = createStore(0)
  const unselected = createStore(awaitedTracks)
  let lastId = 0

  const count = () => left.set(all().filter(({ status }) => status !== 'completed').length)
  const all = () => [...items.values()].map((item) => item.get())
  /** The title that was typed for this file before; with the same file twice, each has its own. */
  function typedTitle({ name, size }: File): string | undefined {
    const known = unselected.get().find((track) => track.name === name && track.size === size)
    unselected.set(unselected.get().filter((track) => track !== known))
    return known?.title
  }
  function set(next: Map<string, Store<BulkItem>>) {
    ids.set([...next.keys()])
    count()
  }
  return {
    /** What the screen watches: the rows, one row, and how many tracks are still to be uploaded. */
    ids,
    left,
    /** Tracks of before a new sign-in whose files were not chosen again yet. */
    unselected,
    item: (id: string) => items.get(id),
    all,
    add(files: readonly File[]) {
      for (const file of files) {
        lastId += 1
        const id = String(lastId)
        const title = typedTitle(file) ?? titleFromFileName(file.name)
        items.set(id, createStore({ id, file, title, status: 'pending', progress: 0 }))
      }
      set(items)
    },
    change(id: string, change: Partial<BulkItem>) {
      const item = items.get(id)
      if (!item) return
      item.set({ ...item.get(), ...change })
      if (change.status) count()
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
    /** What is not uploaded yet, as it can be kept over a new sign-in. */
    unsent(): UnselectedTrack[] {
      const chosen = all().filter(({ status }) => status !== 'completed')
      const tracks = chosen.map(({ file, title }) => ({ name: file.name, size: file.size, title }))
      return [...tracks, ...unselected.get()]
    },
  }
}
