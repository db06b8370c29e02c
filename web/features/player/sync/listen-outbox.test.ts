import { beforeEach, expect, test, vi } from 'vitest'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { createListenOutbox } from './listen-outbox.ts'

beforeEach(() => void vi.useFakeTimers())

function fakeStorage(): BrowserStorage & { size(): number } {
  const values = new Map<string, string>()
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string | null) =>
      void (value === null ? values.delete(key) : values.set(key, value)),
    size: () => values.size,
  }
}

const rejected = new Error('404')

/** A server that is unreachable, or rejects some tracks. */
function setUp() {
  const storage = fakeStorage()
  const server = { isAway: false, received: [] as string[], requests: 0, ages: [] as unknown[] }
  const send = async ({ trackId, secondsAgo }: { trackId: string; secondsAgo?: number }) => {
    server.requests += 1
    if (server.isAway) throw new TypeError('Failed to fetch')
    if (trackId === 'gone') throw rejected
    server.received.push(trackId)
    server.ages.push(secondsAgo)
  }
  const isFinal = (error: unknown) => error === rejected
  const scrobbles: unknown[] = []
  const open = (owner: string | null = 'ines', to = storage) =>
    createListenOutbox({
      storage: to,
      owner,
      send: { listen: send, scrobble: async (listen) => scrobbles.push(listen) },
      isFinal,
    })
  return { storage, server, scrobbles, open }
}

test('listen outbox: what is played while the server is unreachable is sent later, in order', async () => {
  const { storage, server, open } = setUp()
  const outbox = open()
  server.isAway = true
  for (const id of ['a', 'b', 'gone', 'c']) await outbox.add('listen', id)
  server.isAway = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(server.received).toEqual(['a', 'b', 'c'])
  expect(storage.size()).toBe(0)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(server.received).toHaveLength(3)
})

test('listen outbox: a late listen says how long ago it was, whatever the clock of the browser', async () => {
  const { server, open } = setUp()
  await open().add('listen', 'now')
  server.isAway = true
  await open().add('listen', 'a')
  vi.setSystemTime(Date.now() + 3_600_000)
  await open().add('listen', 'b')
  vi.setSystemTime(Date.now() - 1_800_000)
  server.isAway = false
  await open().flush()
  expect(server.received).toEqual(['now', 'a', 'b'])
  expect(server.ages).toEqual([undefined, 1800, undefined])
})

test('listen outbox: unsent listens survive a reload, for their owner only', async () => {
  const { storage, server, open } = setUp()
  server.isAway = true
  await open().add('listen', 'a')
  server.isAway = false
  await open().flush()
  expect(server.received).toEqual(['a'])
  server.isAway = true
  await open().add('listen', 'b')
  server.isAway = false
  await open(null).flush()
  await open().flush()
  expect(server.received).toEqual(['a'])
  expect(storage.size()).toBe(0)
})

test('listen outbox: at most 100 listens are stored, and none for more than a day', async () => {
  const { server, open } = setUp()
  server.isAway = true
  const outbox = open()
  for (let i = 0; i < 120; i += 1) await outbox.add('listen', `${i}`)
  server.isAway = false
  await outbox.flush()
  expect(server.received).toHaveLength(100)
  expect(server.received.at(-1)).toBe('119')
  server.isAway = true
  await outbox.add('listen', 'old')
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  server.isAway = false
  await outbox.flush()
  expect(server.received).not.toContain('old')
})

test('listen outbox: without storage listens are sent, and anonymous ones are not', async () => {
  const { server, open } = setUp()
  const blocked = { ...fakeStorage(), get: () => null, set: () => {} }
  await open('ines', blocked).add('listen', 'a')
  server.isAway = true
  await open('ines', blocked).add('listen', 'b')
  server.isAway = false
  await open(null).add('listen', 'c')
  expect(server.received).toEqual(['a'])
  expect(server.requests).toBe(2)
})

test('listen outbox: what is for other services waits for 14 days, whatever becomes of the history', async () => {
  const { server, scrobbles, open } = setUp()
  server.isAway = true
  const outbox = open()
  await outbox.add('listen', 'a')
  await outbox.add('scrobble', 'b', Date.now() - 100_000)
  expect(scrobbles).toEqual([{ trackId: 'b', secondsAgo: 100 }])
  const isDown = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  const { storage } = setUp()
  const send = { listen: isDown, scrobble: isDown }
  const other = createListenOutbox({ storage, owner: 'ines', isFinal: () => false, send })
  await other.add('listen', 'c')
  await other.add('scrobble', 'c')
  vi.setSystemTime(Date.now() + 13 * 24 * 60 * 60 * 1000)
  isDown.mockClear()
  await other.flush()
  expect(isDown).toHaveBeenCalledExactlyOnceWith({ trackId: 'c', secondsAgo: 13 * 24 * 60 * 60 })
})

test('listen outbox: what an earlier version has stored is sent, for its owner only', async () => {
  const stored = (owner: string) =>
    JSON.stringify({ owner, list: [{ trackId: 'a', at: Date.now() - 5000 }] })
  const { storage, server, scrobbles, open } = setUp()
  for (const key of ['player-hearings', 'player-scrobbles']) storage.set(key, stored('ines'))
  await open().flush()
  expect([server.received, server.ages, scrobbles]).toEqual([
    ['a'],
    [5],
    [{ trackId: 'a', secondsAgo: 5 }],
  ])
  for (const key of ['player-hearings', 'player-scrobbles']) storage.set(key, stored('jo'))
  await open().flush()
  expect(server.received).toHaveLength(1)
  expect(storage.size()).toBe(0)
})
