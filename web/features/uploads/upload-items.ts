import type { PublishedFile } from '#contract/uploads.ts'
import type { PartUpload } from '#web/api/uploads.ts'
import { createStore } from '#web/lib/store.ts'
import { sortByPath } from './audio-files.ts'
import { type ReleaseTags, sortByNumber } from './release-tags.ts'
import { isCopy, isSameFile, type StoredFile, storedFile } from './stored-file.ts'
import type { Suggestions } from './suggestions.ts'
import { hasPaddedNumber, readFileName } from './track-file-name.ts'

type CreatedTrack = {
  id: string
  slug: string
  publishAt?: string | undefined
  /** Once it was changed here: it is created public. */
  privacy?: 'unlisted' | 'private' | undefined
}

export type UploadItem = {
  id: string
  /** Undefined after the page was closed, until the file is opened again. */
  file?: File | undefined
  source: StoredFile
  title: string
  /** Until its tags are read. */
  isReading?: boolean | undefined
  /** From the tags of the file; for fields that are empty in the shared form. */
  tags: Pick<Suggestions, 'artist' | 'studio' | 'genre'>
  /** The same of its release; its number is that of the file name where the tags have none. Undefined in drafts of earlier versions. */
  release?: ReleaseTags | undefined
  /** `uploading` until its track exists, also when all bytes have arrived. */
  status: 'pending' | 'uploading' | 'completed' | 'failed'
  isPaused?: boolean | undefined
  /** A track that the user has made of this file before: it is sent only if they want another one. */
  published?: PublishedFile['track'] | undefined
  /** 0 to 100. */
  progress: number
  /** Bytes, and what is measured while they are sent. */
  sent: number
  bytesPerSecond?: number | undefined
  isWaiting?: boolean | undefined
  /** Why it failed, and the server's message. */
  error?: string | undefined
  reason?: string | undefined
  /** To send the same file again would be of no use. */
  isRefused?: boolean | undefined
  artwork?: File | undefined
  /** Why an image was rejected. */
  artworkError?: string | undefined
  /** An upload that has begun. */
  upload?: PartUpload | undefined
  /** Set once registered, so that a retry does not upload them again; `sentAt` is when. */
  audioUrl?: string | undefined
  sentAt?: number | undefined
  artworkUrl?: string | undefined
  /** Set once the track exists. */
  track?: CreatedTrack | undefined
}

export const isFileMissing = ({ file, audioUrl, isRefused }: UploadItem) =>
  !file && !audioUrl && !isRefused

export type UploadItems = ReturnType<typeof createUploadItems>

/** The files of an upload form, and what is known of them. */
export function createUploadItems(restored: readonly UploadItem[] = []) {
  const { get, set, subscribe } = createStore<readonly UploadItem[]>(restored)
  let lastId = Math.max(0, ...restored.map(({ id }) => Number(id)))
  const unfinished = () =>
    get().filter(({ status, published }) => status !== 'completed' && !published)

  /** Adds the files sorted by path, and returns the ids of the new ones. */
  function add(
    files: readonly File[],
    published: ReadonlyMap<File, PublishedFile['track']> = new Map(),
  ): string[] {
    const isPadded = files.some(({ name }) => hasPaddedNumber(name))
    const added = sortByPath(files).map((file): UploadItem => {
      lastId += 1
      const { title, position: release } = readFileName(file.name, isPadded)
      const source = storedFile(file)
      const id = String(lastId)
      return {
        ...{ id, file, source, title, release, isReading: true, tags: {} },
        ...{ status: 'pending', progress: 0, sent: 0, published: published.get(file) },
      }
    })
    set([...get(), ...added])
    return added.map(({ id }) => id)
  }
  function update(id: string, change: Partial<UploadItem>) {
    set(get().map((item) => (item.id === id ? { ...item, ...change } : item)))
  }
  function restoreFile(id: string, file: File) {
    const item = get().find((item) => item.id === id)
    if (!item) return
    const isFailed = item.status === 'failed'
    update(id, {
      file,
      source: { ...item.source, ...storedFile(file) },
      ...(isFailed && { status: 'pending', error: undefined, reason: undefined }),
    })
  }
  /** With another file, after one that was refused. What the user has typed or chosen stays. */
  function replaceFile(id: string, file: File, published: PublishedFile['track'] | undefined) {
    const item = get().find((item) => item.id === id)
    if (!item) return
    const isTyped = [true, false].every(
      (isPadded) => readFileName(item.source.name, isPadded).title !== item.title,
    )
    const { title, position: release } = readFileName(file.name, hasPaddedNumber(item.source.name))
    update(id, {
      ...{ file, source: storedFile(file), isReading: true, release, published },
      ...(!isTyped && { title }),
      ...{ status: 'pending', error: undefined, reason: undefined, isRefused: false },
    })
  }
  /** Gives files to the tracks that miss them. Returns those that are new, and those of which there is one already. */
  async function sortOut(files: readonly File[]): Promise<{ added: File[]; copies: File[] }> {
    const added: File[] = []
    const copies: File[] = []
    for (const file of files) {
      const missing = unfinished().filter(isFileMissing)
      const restored = await findAsync(missing, ({ source, upload }) =>
        isSameFile(file, source, upload !== undefined),
      )
      const others = added.map((file) => ({ file, source: storedFile(file) }))
      if (restored) restoreFile(restored.id, file)
      else if (await findAsync([...get(), ...others], (item) => isCopy(file, item)))
        copies.push(file)
      else added.push(file)
    }
    return { added, copies }
  }
  return {
    get,
    subscribe,
    add,
    update,
    item: (id: string) => get().find((item) => item.id === id),
    /** Those that are not uploaded yet. */
    unfinished,
    /** Whether some of them are. */
    isPublished: () => get().some(({ status }) => status === 'completed'),
    /** Those whose file must be opened again. */
    missing: () => unfinished().filter(isFileMissing),
    restoreFile,
    replaceFile,
    /** Of its track, which was changed after it was created. */
    setPrivacy(trackId: string, privacy: CreatedTrack['privacy']) {
      const item = get().find(({ track }) => track?.id === trackId)
      if (item?.track) update(item.id, { track: { ...item.track, privacy } })
    },
    sortOut,
    /** As the numbers in their tags say. */
    sortByNumber: () => set(sortByNumber(get())),
    move(id: string, to: number) {
      const moved = get().filter((item) => item.id === id)
      const others = get().filter((item) => item.id !== id)
      set([...others.slice(0, to), ...moved, ...others.slice(to)])
    },
    remove: (id: string) => set(get().filter((item) => item.id !== id)),
  }
}

async function findAsync<Item>(
  items: readonly Item[],
  isIt: (item: Item) => Promise<boolean>,
): Promise<Item | undefined> {
  for (const item of items) if (await isIt(item)) return item
  return undefined
}
