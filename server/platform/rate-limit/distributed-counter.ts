import { createHash } from 'node:crypto'

/** What this server has counted since the last sync. The key is hashed: the database stores no address and no email. */
export type Delta = { key: string; amount: number; msLeft: number }
/** What all servers have counted together. */
export type Total = { key: string; count: number; msLeft: number }

/** At most `max` in a window, which starts with the first request. */
export type Quota = { max: number; windowMs: number }

type Entry = { synced: number; pending: number; expiresAt: number }
type Options = { addDeltas(deltas: readonly Delta[]): Promise<Total[]>; now?: () => number }

const syncEveryMs = 1000
/** Most callers use less than this share of their quota, and cost the database nothing. */
const minSyncedShare = 0.1
const maxBatchSize = 1000
/** Expired windows are removed at this many entries, and then whenever the number has doubled. */
const minSweepSize = 10_000

/**
 * Counts in memory, because a request should not wait for the database to be counted. Keys that come near their quota
 * are synced with the other servers every second. While the database is down each server counts for itself.
 */
export function createDistributedCounter({ addDeltas, now = Date.now }: Options) {
  const entries = new Map<string, Entry>()
  const changed = new Set<string>()
  let sweepSize = minSweepSize
  let isSyncing = false

  function open(key: string, expiresAt: number, time: number): Entry {
    if (entries.size >= sweepSize) {
      for (const [known, entry] of entries) if (entry.expiresAt <= time) entries.delete(known)
      sweepSize = Math.max(minSweepSize, entries.size * 2)
    }
    const entry = { synced: 0, pending: 0, expiresAt }
    entries.set(key, entry)
    return entry
  }

  function live(key: string, time = now()): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.expiresAt > time ? entry : undefined
  }

  async function syncBatch() {
    const batch = [...changed].slice(0, maxBatchSize).flatMap((key) => {
      changed.delete(key)
      const entry = live(key)
      if (!entry || entry.pending === 0) return []
      const msLeft = entry.expiresAt - now()
      return [{ entry, delta: { key: hashKey(key), amount: entry.pending, msLeft } }]
    })
    if (batch.length === 0) return
    const totals = await addDeltas(batch.map(({ delta }) => delta))
    const totalsByKey = new Map(totals.map((total) => [total.key, total]))
    for (const { entry, delta } of batch) {
      const total = totalsByKey.get(delta.key)
      if (!total) continue
      entry.synced = total.count
      entry.pending -= delta.amount
      entry.expiresAt = now() + total.msLeft
    }
  }

  async function sync() {
    if (isSyncing) return
    isSyncing = true
    try {
      while (changed.size > 0) await syncBatch()
    } catch {
      // What is pending stays pending, and is synced after the next increment of the same key.
    } finally {
      isSyncing = false
    }
  }

  const timer = setInterval(sync, syncEveryMs).unref()
  return {
    increment(key: string, { max, windowMs }: Quota) {
      const time = now()
      const entry = live(key, time) ?? open(key, time + windowMs, time)
      entry.pending += 1
      const count = entry.synced + entry.pending
      if (count >= max * minSyncedShare) changed.add(key)
      return { count, msLeft: entry.expiresAt - time }
    },
    decrement(key: string) {
      const entry = live(key)
      if (!entry || entry.synced + entry.pending <= 0) return
      entry.pending -= 1
      if (entry.synced > 0) changed.add(key)
    },
    /** Runs every second. */
    sync,
    close: () => clearInterval(timer),
  }
}

export const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')
