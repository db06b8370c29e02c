import { limits } from '#contract/limits.ts'
import { type BrowserStorage, readJson } from '#web/lib/browser-storage.ts'
import type { Owner } from './player-storage.ts'

/** Listens that the server has not received yet, in the browser's storage: they survive an outage and a reload. */

const key = 'player-listens'
/** Of the history and of other services: the seconds after which the server rejects them, and where they were before. */
const kinds = {
  listen: { maxAgeSeconds: limits.maxListenAgeSeconds, formerKey: 'player-hearings' },
  scrobble: { maxAgeSeconds: limits.maxScrobbleAgeSeconds, formerKey: 'player-scrobbles' },
} as const
type Kind = keyof typeof kinds
const allKinds = ['listen', 'scrobble'] as const

type Listen = { kind: Kind; trackId: string; at: number }

/** Of each kind. */
const maxListens = 100
/** Milliseconds after a failure. */
const retryAfter = 30_000

type OutboxDeps = {
  storage: BrowserStorage
  owner: Owner
  send: Record<Kind, (listen: { trackId: string; secondsAgo?: number }) => Promise<unknown>>
  /** Whether the server has rejected the listen for good. */
  isFinal: (error: unknown) => boolean
}

export type ListenOutbox = ReturnType<typeof createListenOutbox>

/** Nothing is stored for anonymous visitors, and what another user left is deleted. */
export function createListenOutbox({ storage, owner, send, isFinal }: OutboxDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  function read(from: string): Listen[] {
    const saved = readJson<{ owner: Owner; list: Listen[] }>(storage, from)
    return (owner !== null && saved?.owner === owner && saved.list) || []
  }
  /** Read each time: other tabs write it too. */
  const load = () =>
    read(key).filter(({ kind, at }) => Date.now() - at < kinds[kind].maxAgeSeconds * 1000)
  const save = (list: Listen[]) =>
    storage.set(key, list.length > 0 ? JSON.stringify({ owner, list }) : null)
  const listOf = (kind: Kind) => load().filter((listen) => listen.kind === kind)
  function remove(sent: Listen) {
    const isSent = ({ kind, trackId, at }: Listen) =>
      kind === sent.kind && trackId === sent.trackId && at === sent.at
    save(load().filter((listen) => !isSent(listen)))
  }
  /** Whether the server has it, or has rejected it. */
  async function trySend({ kind, trackId, at }: Listen): Promise<boolean> {
    // The clock of the browser may have been changed since.
    const secondsAgo = Math.max(0, Math.floor((Date.now() - at) / 1000))
    try {
      await send[kind](secondsAgo > 0 ? { trackId, secondsAgo } : { trackId })
      return true
    } catch (error) {
      return isFinal(error)
    }
  }
  async function flush() {
    clearTimeout(timer)
    if (isSending) return
    isSending = true
    for (const kind of allKinds)
      for (const next of listOf(kind)) {
        if (!(await trySend(next))) break
        remove(next)
      }
    isSending = false
    if (load().length > 0) timer = setTimeout(() => void flush(), retryAfter)
  }
  const former = allKinds.flatMap((kind) =>
    read(kinds[kind].formerKey).map((listen) => ({ ...listen, kind })),
  )
  save([...former, ...load()])
  for (const { formerKey } of Object.values(kinds)) storage.set(formerKey, null)
  return {
    async add(kind: Kind, trackId: string, at = Date.now()) {
      if (owner === null) return
      const listen = { kind, trackId, at }
      // Without storage it is sent all the same.
      if (listOf(kind).length === 0 && (await trySend(listen))) return
      const others = load().filter((other) => other.kind !== kind)
      save([...others, ...[...listOf(kind), listen].slice(-maxListens)])
      await flush()
    },
    /** Sends what is left, the oldest first. */
    flush,
  }
}
