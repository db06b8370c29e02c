import { type FileHandle, open } from 'node:fs/promises'
import { statFile, statHandle } from './atomic-write.ts'
import type { ObjectMetadata } from './object-store.ts'

type Opened = { handle: FileHandle; metadata: ObjectMetadata }
type Entry = {
  opened: Promise<Opened | undefined>
  readers: number
  kept: boolean
  usedAt: number
  checkedAt: number
}

export type OpenFile = Opened & { release(): void }

type Keeping = { most: number; idleMs: number; onClose?: (handle: FileHandle) => void }

/** How long a kept file may differ from one that another process put in its place. */
const trustMs = 1000

/**
 * Files stay open for a while after they were read: what is popular is read again at once, and opening
 * costs more than reading. A file is closed when it is forgotten, idle or one too many, and nobody reads it.
 */
export function createDescriptorCache({ most, idleMs, onClose = () => {} }: Keeping) {
  const entries = new Map<string, Entry>()
  const sweep = setInterval(() => closeIdle(Date.now() - idleMs), idleMs / 2).unref()

  function closeIfDone(entry: Entry): void {
    if (entry.kept || entry.readers > 0) return
    entry.opened
      .then((opened) => {
        if (opened) onClose(opened.handle)
        return opened?.handle.close()
      })
      .catch(() => {})
  }

  function drop(file: string, entry: Entry): void {
    if (entries.get(file) === entry) entries.delete(file)
    entry.kept = false
    closeIfDone(entry)
  }

  function leave(entry: Entry): void {
    entry.readers--
    closeIfDone(entry)
  }

  function closeIdle(usedBefore: number): void {
    for (const [file, entry] of entries)
      if (entry.readers === 0 && entry.usedAt < usedBefore) drop(file, entry)
  }

  function entryOf(file: string): Entry {
    const entry = entries.get(file) ?? newEntry(file)
    entry.usedAt = Date.now()
    // Last in the map is what was used last.
    entries.delete(file)
    entries.set(file, entry)
    for (const [oldFile, oldEntry] of entries) {
      if (entries.size <= most) break
      drop(oldFile, oldEntry)
    }
    return entry
  }

  async function acquire(file: string): Promise<OpenFile | undefined> {
    const entry = entryOf(file)
    entry.readers++
    try {
      const opened = await entry.opened
      if (opened && (await isCurrent(file, entry, opened)))
        return { ...opened, release: once(() => leave(entry)) }
      drop(file, entry)
      leave(entry)
      return opened ? acquire(file) : undefined
    } catch (error) {
      drop(file, entry)
      leave(entry)
      throw error
    }
  }

  return {
    acquire,
    forget(file: string): void {
      const entry = entries.get(file)
      if (entry) drop(file, entry)
    },
    close(): void {
      clearInterval(sweep)
      for (const [file, entry] of entries) drop(file, entry)
    },
  }
}

function newEntry(file: string): Entry {
  const now = Date.now()
  return { opened: openToRead(file), readers: 0, kept: true, usedAt: now, checkedAt: now }
}

async function openToRead(file: string): Promise<Opened | undefined> {
  try {
    const handle = await open(file, 'r')
    try {
      return { handle, metadata: await statHandle(handle) }
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function isCurrent(file: string, entry: Entry, opened: Opened): Promise<boolean> {
  const now = Date.now()
  if (now - entry.checkedAt < trustMs) return true
  entry.checkedAt = now
  return (await statFile(file))?.etag === opened.metadata.etag
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}

export type DescriptorCache = ReturnType<typeof createDescriptorCache>
