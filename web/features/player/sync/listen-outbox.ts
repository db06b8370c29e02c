import { limits } from '#contract/limits.ts'
import { type BrowserStorage, readJson } from '#web/lib/browser-storage.ts'
import type { Owner } from './player-storage.ts'

/** Listens that the server has not received yet, in the browser's storage: they survive an outage and a reload. */

type Listen = { trackId: string; at: number }

const maxListens = 100
/** Where listens are stored, and the seconds after which the server rejects them. */
const history = { key: 'player-hearings', maxAgeSeconds: limits.maxListenAgeSeconds }
export const scrobblesToSend = {
  key: 'player-scrobbles',
  maxAgeSeconds: limits.maxScrobbleAgeSeconds,
}
/** Milliseconds after a failure. */
const retryAfter = 30_000

type OutboxDeps = {
  storage: BrowserStorage
  owner: Owner
  store?: typeof history
  send: (listen: { trackId: string; secondsAgo?: number }) => Promise<unknown>
  /** Whether the server has rejected the listen for good. */
  isFinal: (error: unknown) => boolean
}

export type ListenOutbox = ReturnType<typeof createListenOutbox>

/** Nothing is stored for anonymous visitors, and what another user left is deleted. */
export function createListenOutbox({ storage, owner, send, isFinal, ...deps }: OutboxDeps) {
  const { key, maxAgeSeconds } = deps.store ?? history
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  /** Read each time: other tabs write it too. */
  const load = () => loadListens(storage, owner, key, maxAgeSeconds * 1000)
  const save = (list: Listen[]) =>
    storage.set(key, list.length > 0 ? JSON.stringify({ owner, list }) : null)
  function remove(sent: Listen) {
    save(load().filter(({ trackId, at }) => trackId !== sent.trackId || at !== sent.at))
  }
  /** Whether the server has it, or has rejected it. */
  async function trySend({ trackId, at }: Listen): Promise<boolean> {
    // The clock of the browser may have been changed since.
    const secondsAgo = Math.max(0, Math.floor((Date.now() - at) / 1000))
    try {
      await send(secondsAgo > 0 ? { trackId, secondsAgo } : { trackId })
      return true
    } catch (error) {
      return isFinal(error)
    }
  }
  async function flush() {
    clearTimeout(timer)
    if (isSending) return
    isSending = true
    for (const next of load()) {
      if (!(await trySend(next))) break
      remove(next)
    }
    isSending = false
    if (load().length > 0) timer = setTimeout(() => void flush(), retryAfter)
  }
  save(load())
  return {
    async add(trackId: string, at = Date.now()) {
      if (owner === null) return
      const listen = { trackId, at }
      // Without storage it is sent all the same.
      if (load().length === 0 && (await trySend(listen))) return
      save([...load(), listen].slice(-maxListens))
      await flush()
    },
    /** Sends what is left, the oldest first. */
    flush,
  }
}

function loadListens(storage: BrowserStorage, owner: Owner, key: string, maxAge: number): Listen[] {
  const saved = readJson<{ owner: Owner; list: Listen[] }>(storage, key)
  const list = owner !== null && saved?.owner === owner && saved.list
  return list ? list.filter(({ at }) => Date.now() - at < maxAge) : []
}
