import { createHash } from 'node:crypto'
import { HttpError } from '#server/errors.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findRemovedHashes } from './repository.ts'

export type FileHash = { size: number; sha256: string }

/** Undefined if there is no such file. */
export async function hashFile(store: ObjectStore, key: string): Promise<FileHash | undefined> {
  const stream = await store.read(key)
  if (!stream) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Reads the file only if a removed one has the same size. */
export async function isRemovedFile(
  { db, store }: { db: Db; store: ObjectStore },
  key: string,
  size: number,
): Promise<boolean> {
  const removed = await findRemovedHashes(db, size)
  if (removed.length === 0) return false
  const file = await hashFile(store, key)
  return file !== undefined && removed.includes(file.sha256)
}

export const removedFile = () => new HttpError(422, 'This file was removed by a moderator.')
