import { createHash } from 'node:crypto'

/** What this server has counted since it last told the others, under a name that says nothing of anybody. */
export type Told = { id: string; amount: number; msLeft: number }
/** What all servers together have counted. */
export type Total = { id: string; count: number; msLeft: number }

export type Counted = { count: number; msLeft: number }
/** How many there may be, and the time within which they are counted; the first one opens it. */
export type Allowance = { most: number; windowMs: number }
export type SharedCounts = {
  add(key: string, allowance: Allowance): Counted
  takeBack(key: string): void
  /** Happens by itself every second. */
  exchange(): Promise<void>
  close(): void
}

type Entry = { known: number; untold: number; until: number }
type Options = { addToAll(told: readonly Told[]): Promise<Total[]>; now?: () => number }

const everyMs = 1000
/** Most who call use up a small part of their limit, and cost the database nothing. */
const worthTelling = 0.1
const atOnce = 1000
/** Windows that are over are looked for when there are this many, and then at twice as many as remain. */
const many = 10_000

/**
 * Counted in memory, because a call should not wait for the database to be counted; what comes near a limit is
 * exchanged with the other servers every second. While the database is away each server counts for itself.
 */
export function createSharedCounts({ addToAll, now = createTurnClock() }: Options): SharedCounts {
  const entries = new Map<string, Entry>()
  const changed = new Set<string>()
  let sweepAt = many
  let exchanging = false

  function open(key: string, until: number, time: number): Entry {
    if (entries.size >= sweepAt) {
      for (const [known, entry] of entries) if (entry.until <= time) entries.delete(known)
      sweepAt = Math.max(many, entries.size * 2)
    }
    const entry = { known: 0, untold: 0, until }
    entries.set(key, entry)
    return entry
  }

  function live(key: string, time = now()): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.until > time ? entry : undefined
  }

  async function tell() {
    const telling = [...changed].slice(0, atOnce).flatMap((key) => {
      changed.delete(key)
      const entry = live(key)
      return entry && entry.untold !== 0 ? [{ key, entry, ...toldOf(key, entry, now()) }] : []
    })
    if (telling.length === 0) return
    const totals = await addToAll(telling.map(({ id, amount, msLeft }) => ({ id, amount, msLeft })))
    const byId = new Map(totals.map((total) => [total.id, total]))
    for (const { id, entry, amount } of telling) {
      const total = byId.get(id)
      if (!total) continue
      entry.known = total.count
      entry.untold -= amount
      entry.until = now() + total.msLeft
    }
  }

  async function exchange() {
    if (exchanging) return
    exchanging = true
    try {
      while (changed.size > 0) await tell()
    } catch {
      // Told with the next count of the same key: nothing has been taken off what is untold.
    } finally {
      exchanging = false
    }
  }

  const timer = setInterval(exchange, everyMs).unref()
  return {
    add(key, { most, windowMs }) {
      const time = now()
      const entry = live(key, time) ?? open(key, time + windowMs, time)
      entry.untold += 1
      const count = entry.known + entry.untold
      if (count >= most * worthTelling) changed.add(key)
      return { count, msLeft: entry.until - time }
    },
    takeBack(key) {
      const entry = live(key)
      if (!entry || entry.known + entry.untold <= 0) return
      entry.untold -= 1
      if (entry.known > 0) changed.add(key)
    },
    exchange,
    close: () => clearInterval(timer),
  }
}

function toldOf(key: string, entry: Entry, time: number): Told {
  const id = createHash('sha256').update(key).digest('base64url')
  return { id, amount: entry.untold, msLeft: entry.until - time }
}

/** Asked once for all that is counted in one turn of the event loop: that takes longer than counting. */
function createTurnClock(): () => number {
  let time = 0
  const forget = () => {
    time = 0
  }
  return () => {
    if (time === 0) {
      time = Date.now()
      setImmediate(forget)
    }
    return time
  }
}
