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

/** A hash of the content, read slice by slice; undefined without HTTPS. */
export async function hashOf(file: Blob): Promise<string | undefined> {
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
  const hash = stored.hash && (await hashOf(file).catch(() => undefined))
  if (hash) return hash === stored.hash
  return file.name === stored.name && (!isBegun || file.lastModified === stored.lastModified)
}

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
