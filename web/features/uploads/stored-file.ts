import { chooseFile, handleOf, openAgain } from '#web/lib/file-handles.ts'
import { audioTypes } from './audio-files.ts'

/** What is stored of a chosen file, by which it is recognized after the page was closed. */
export type StoredFile = {
  name: string
  size: number
  lastModified: number
  /** Of the content; undefined until it is read. */
  hash?: string | undefined
  handle?: FileSystemFileHandle | undefined
}

export const storedFile = (file: File): StoredFile => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  handle: handleOf(file),
})

const sliceBytes = 8 * 1024 * 1024

const hashes = new WeakMap<Blob, Promise<string | undefined>>()

/** A hash of the content, read once and slice by slice; undefined without HTTPS, and if the file cannot be read. */
export function hashOf(file: Blob): Promise<string | undefined> {
  const hash = hashes.get(file) ?? readHash(file).catch(() => undefined)
  hashes.set(file, hash)
  return hash
}

async function readHash(file: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digests: Uint8Array<ArrayBuffer>[] = []
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = await file.slice(start, start + sliceBytes).arrayBuffer()
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', slice)))
  }
  const whole = await crypto.subtle.digest('SHA-256', await new Blob(digests).arrayBuffer())
  return Array.from(new Uint8Array(whole), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Compares the content where it is known, otherwise what the browser tells of the file. Of one of which nothing is sent
 * yet, a copy with another date does as well.
 */
export async function isSameFile(file: File, stored: StoredFile, isBegun = true): Promise<boolean> {
  if (file.size !== stored.size) return false
  const hash = stored.hash && (await hashOf(file))
  if (hash) return hash === stored.hash
  return file.name === stored.name && (!isBegun || file.lastModified === stored.lastModified)
}

/**
 * Whether a file has the content of one that is in the list. Few have the same size, so that few are read; none of an
 * album that is chosen again after the page was closed.
 */
export async function isCopy(file: File, { source, file: listed }: Listed): Promise<boolean> {
  if (file.size !== source.size) return false
  const isNamedSo = file.name === source.name && file.lastModified === source.lastModified
  if (isNamedSo && !listed) return true
  const hash = source.hash ?? (listed && (await hashOf(listed)))
  return hash === undefined ? isNamedSo : hash === (await hashOf(file))
}
type Listed = { source: StoredFile; file?: File | undefined }

/** Without a question where the browser kept a handle on the file; undefined if it must be asked for. */
export async function reopen(stored: StoredFile, isBegun: boolean): Promise<File | undefined> {
  const file = stored.handle && (await openAgain(stored.handle, { ask: false }))
  return file && (await isSameFile(file, stored, isBegun)) ? file : undefined
}

/** After a click: asks for the same file. Undefined if the user cancels; throws if it is another one. */
export async function askForFile(stored: StoredFile, isBegun: boolean): Promise<File | undefined> {
  const opened = stored.handle && (await openAgain(stored.handle, { ask: true }))
  const file = opened ?? (await chooseFile(audioTypes))
  if (file && !(await isSameFile(file, stored, isBegun)))
    throw new Error(`This is not the same file. Please choose “${stored.name}”.`)
  return file
}
