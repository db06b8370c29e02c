import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ByteRange, ObjectStore } from './object-store.ts'

export function newKey(area: string): string {
  return `${area}/${randomUUID()}`
}

export async function bytesAt(store: ObjectStore, key: string, range?: ByteRange) {
  const stream = await store.read(key, range)
  return stream && (await buffer(stream))
}

export async function keysAt(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}
