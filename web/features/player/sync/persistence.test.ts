import { expect, test } from 'vitest'
import type { QueueEntry } from '../queue/queue.ts'
import { addToQueue, setRepeat, setShuffle } from '../queue/queue-editing.ts'
import { testPlayer } from '../test-player.ts'
import { testQueue, testTrack } from '../test-track.ts'
import { connectPersistence } from './persistence.ts'
import { loadQueue, type Owner, saveQueue } from './player-storage.ts'

function fakeStorage() {
  const entries = new Map<string, string>()
  return {
    entries,
    get: (key: string) => entries.get(key) ?? null,
    set: (key: string, value: string | null) =>
      void (value === null ? entries.delete(key) : entries.set(key, value)),
  }
}

const [a, b] = [testTrack('a'), testTrack('b')]

/** A page load with this storage and user. */
async function visit(
  storage: ReturnType<typeof fakeStorage>,
  owner: Owner | Promise<never> = null,
) {
  const { player, transport, emit, position } = testPlayer()
  const ticks = new Set<() => void>()
  const pageHideListeners: (() => void)[] = []
  const { isRestored } = connectPersistence({
    player,
    position: {
      subscribe: (listener) => {
        ticks.add(listener)
        return () => ticks.delete(listener)
      },
      current: () => position.seconds,
      duration: () => 100,
    },
    storage,
    owner: async () => owner,
    onPageHide: (listener) => pageHideListeners.push(listener),
  })
  await new Promise((resolve) => setTimeout(resolve))
  const playAt = (seconds: number) => {
    position.seconds = seconds
    for (const tick of ticks) tick()
  }
  const leave = () => {
    for (const listener of pageHideListeners) listener()
  }
  return { player, transport, emit, playAt, leave, isRestored }
}

test('persistence: queue, position and volume are restored, paused', async () => {
  const storage = fakeStorage()
  const before = await visit(storage)
  before.player.playQueue([a, b], 1)
  before.emit('playing')
  before.player.setVolume(0.3)
  before.player.toggleMute()
  before.playAt(42)
  before.playAt(44)
  before.leave()
  const { player, transport, isRestored, emit } = await visit(storage)
  expect(player.state()).toMatchObject({
    currentTrack: { id: 'b' },
    queue: { index: 1 },
    isPlaying: false,
    loading: false,
    volume: 0.3,
    muted: true,
  })
  expect(transport.prepare).toHaveBeenCalledWith('/audio/b', 44)
  expect(transport.start).not.toHaveBeenCalled()
  const restored = player.state().currentTrack ?? a
  expect(isRestored(restored)).toBe(true)
  player.toggle()
  emit('playing')
  expect(isRestored(restored)).toBe(false)
})

test('persistence: a closed player stays closed and has its volume', async () => {
  const storage = fakeStorage()
  const before = await visit(storage)
  before.player.playTrack(a)
  before.player.setVolume(0.5)
  before.player.stop()
  const { player } = await visit(storage)
  expect(player.state()).toMatchObject({ currentTrack: null, volume: 0.5 })
})

test('persistence: a track chosen before the restore is not replaced', async () => {
  const storage = fakeStorage()
  saveQueue(storage, null, { queue: testQueue([a]), nextPage: null })
  const { player } = testPlayer()
  player.playTrack(b)
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  connectPersistence({ player, position, storage, owner: async () => null, onPageHide: () => {} })
  await new Promise((resolve) => setTimeout(resolve))
  expect(player.state().currentTrack).toBe(b)
})

async function savedBy(owner: Owner) {
  const storage = fakeStorage()
  const { player, leave } = await visit(storage, owner)
  player.playTrack(a)
  leave()
  return storage
}
test.each([
  ['restored for the same user', 'ines', 'ines', 'a'],
  ['restored for a returning visitor', null, null, 'a'],
  ['restored for a visitor who has signed in', null, 'ines', 'a'],
  ['deleted after signing out', 'ines', null, undefined],
  ['deleted for another user', 'ines', 'otto', undefined],
])('persistence: the queue is %s', async (_case, before, after, track) => {
  const storage = await savedBy(before)
  const { player } = await visit(storage, after)
  expect(player.state().currentTrack?.id).toBe(track)
  if (!track) expect([...storage.entries.keys()]).toEqual([])
})
test('persistence: the queue stays in storage while the user is unknown', async () => {
  const storage = await savedBy('ines')
  const { player } = await visit(storage, Promise.reject(new Error('away')))
  expect(player.state().currentTrack).toBeNull()
  expect(loadQueue(storage, 'ines')?.queue.entries).toHaveLength(1)
})

test('persistence: a saved queue is of bounded size and includes the current track', () => {
  const storage = fakeStorage()
  const tracks = Array.from({ length: 10_000 }, (_, i) =>
    testTrack(`${i}`, { tags: ['y'.repeat(50)] }),
  )
  saveQueue(storage, null, { queue: testQueue(tracks, 5000), nextPage: '/api/next' })
  expect(storage.get('player-queue')?.length).toBeLessThan(1_500_000)
  const saved = loadQueue(storage, null)
  expect(saved?.queue.entries[saved.queue.index]?.track.id).toBe('5000')
  expect(saved?.queue.entries.length).toBe(2000)
  // What lies between the saved part and the next page would be missing.
  expect(saved?.nextPage).toBeNull()
})

test('persistence: a list of over 1,000 tracks continues after a reload, with tracks queued manually', () => {
  const storage = fakeStorage()
  const tracks = Array.from({ length: 1000 }, (_, i) => testTrack(`t${i}`))
  const queue = addToQueue(testQueue(tracks, 3), [a, b])
  saveQueue(storage, null, { queue, nextPage: '/api/next' })
  const saved = loadQueue(storage, null)
  expect(saved?.queue.entries.length).toBe(1000)
  expect(saved?.nextPage).toBe('/api/next')
})
test('persistence: a list that is loaded while it plays continues after a reload', async () => {
  const storage = fakeStorage()
  const before = await visit(storage)
  before.player.playQueue([a, b], 0, 'Likes', '/api/library/likes?cursor=c')
  before.leave()
  const { player } = await visit(storage)
  expect(player.state().nextPage).toBe('/api/library/likes?cursor=c')
  player.playQueue([a], 0, 'Mix')
  expect(player.state().nextPage).toBeNull()
  storage.set(
    'player-queue',
    JSON.stringify({ owner: null, tracks: [a], index: 0, added: [], more: '//x' }),
  )
  expect(loadQueue(storage, null)?.nextPage).toBeNull()
})
test('persistence: added entries, source and shuffle order survive a reload', async () => {
  const storage = fakeStorage()
  const before = await visit(storage)
  const tracks = ['a', 'b', 'c', 'd', 'e'].map((id) => testTrack(id))
  before.player.playQueue(tracks, 2, 'Mix')
  before.player.changeQueue((queue) => setRepeat(setShuffle(queue, true), 'all'))
  before.player.changeQueue((queue) => addToQueue(queue, [testTrack('x')]))
  before.leave()
  const saved = before.player.state().queue
  const { player } = await visit(storage)
  const { queue } = player.state()
  const ids = (entries: readonly QueueEntry[] | null) => entries?.map(({ track }) => track.id)
  expect(ids(queue.entries)).toEqual(ids(saved.entries))
  expect(ids(queue.added)).toEqual(['x'])
  expect(queue).toMatchObject({ source: 'Mix', repeat: 'all', index: 0 })
  expect(ids(setShuffle(queue, false).entries)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('persistence: shuffle and repeat are remembered for the next queue', async () => {
  const storage = fakeStorage()
  const before = await visit(storage)
  before.player.changeQueue((queue) => setRepeat(setShuffle(queue, true), 'one'))
  const { player } = await visit(storage)
  player.playQueue([a, b])
  expect(player.state().queue).toMatchObject({ repeat: 'one', index: 0 })
  expect(player.state().queue.original).toHaveLength(2)
})

test('persistence: an invalid saved queue is ignored', () => {
  const storage = fakeStorage()
  for (const invalid of ['', '{', '[]', '{"owner":null,"tracks":[{}],"index":0}', '3']) {
    storage.set('player-queue', invalid)
    expect(loadQueue(storage, null)).toBeNull()
  }
})
