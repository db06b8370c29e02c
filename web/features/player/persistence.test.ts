import { describe, expect, it } from 'vitest'
import { rememberPlayer } from './persistence.ts'
import { keepQueue, type Owner, readQueue } from './player-storage.ts'
import { testPlayer } from './test-player.ts'
import { testTrack } from './test-track.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string | null) =>
      void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
}

const [a, b] = [testTrack('a'), testTrack('b')]

/** A page of this person, with what the browser has kept. */
async function visit(storage: ReturnType<typeof memory>, owner: Owner | Promise<never> = null) {
  const { player, engine, report, place } = testPlayer()
  const ticks = new Set<() => void>()
  const leaving: (() => void)[] = []
  const { isRestored } = rememberPlayer({
    player,
    position: {
      subscribe: (listener) => {
        ticks.add(listener)
        return () => ticks.delete(listener)
      },
      current: () => place.seconds,
      duration: () => 100,
    },
    storage,
    owner: async () => owner,
    onLeaving: (listener) => leaving.push(listener),
  })
  await new Promise((resolve) => setTimeout(resolve))
  const playAt = (seconds: number) => {
    place.seconds = seconds
    for (const tick of ticks) tick()
  }
  const leave = () => {
    for (const listener of leaving) listener()
  }
  return { player, engine, report, playAt, leave, isRestored }
}

describe('after a reload', () => {
  it('queue, place and volume are there again, paused', async () => {
    const storage = memory()
    const before = await visit(storage)
    before.player.playQueue([a, b], 1)
    before.report('playing')
    before.player.setVolume(0.3)
    before.player.toggleMute()
    before.playAt(42)
    before.playAt(44)
    before.leave()
    const { player, engine, isRestored, report } = await visit(storage)
    expect(player.state()).toMatchObject({
      currentTrack: { id: 'b' },
      queue: { index: 1 },
      isPlaying: false,
      loading: false,
      volume: 0.3,
      muted: true,
    })
    expect(engine.prepare).toHaveBeenCalledWith('/audio/b', 44)
    expect(engine.start).not.toHaveBeenCalled()
    const restored = player.state().currentTrack ?? a
    expect(isRestored(restored)).toBe(true)
    player.toggle()
    report('playing')
    expect(isRestored(restored)).toBe(false)
  })

  it('a closed player stays closed, at its volume', async () => {
    const storage = memory()
    const before = await visit(storage)
    before.player.playTrack(a)
    before.player.setVolume(0.5)
    before.player.stop()
    const { player } = await visit(storage)
    expect(player.state()).toMatchObject({ currentTrack: null, volume: 0.5 })
  })

  it('a track that was chosen at once is not replaced', async () => {
    const storage = memory()
    keepQueue(storage, null, { tracks: [a], index: 0 })
    const { player } = testPlayer()
    player.playTrack(b)
    const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
    rememberPlayer({ player, position, storage, owner: async () => null, onLeaving: () => {} })
    await new Promise((resolve) => setTimeout(resolve))
    expect(player.state().currentTrack).toBe(b)
    expect(readQueue(storage, null)?.tracks).toHaveLength(1)
  })
})

describe('whose queue it is', () => {
  async function leftBy(owner: Owner) {
    const storage = memory()
    const { player } = await visit(storage, owner)
    player.playTrack(a)
    return storage
  }
  it.each([
    ['the same person', 'ines', 'ines', 'a'],
    ['a visitor who comes again', null, null, 'a'],
    ['a visitor who has signed in', null, 'ines', 'a'],
    ['somebody who has signed out', 'ines', null, undefined],
    ['another person', 'ines', 'otto', undefined],
  ])('%s', async (_who, before, after, track) => {
    const storage = await leftBy(before)
    const { player } = await visit(storage, after)
    expect(player.state().currentTrack?.id).toBe(track)
    if (!track) expect([...storage.kept.keys()]).toEqual([])
  })
  it('waits for another time while nobody knows who is here', async () => {
    const storage = await leftBy('ines')
    const { player } = await visit(storage, Promise.reject(new Error('away')))
    expect(player.state().currentTrack).toBeNull()
    expect(readQueue(storage, 'ines')?.tracks).toHaveLength(1)
  })
})

describe('what is written', () => {
  it('is of bounded size, with the current track in it', () => {
    const storage = memory()
    const tracks = Array.from({ length: 1000 }, (_, i) =>
      testTrack(`${i}`, { description: 'x'.repeat(5000), tags: ['y'.repeat(50)] }),
    )
    keepQueue(storage, null, { tracks, index: 500 })
    expect(storage.get('player-queue')?.length).toBeLessThan(200_000)
    const queue = readQueue(storage, null)
    expect(queue?.tracks[queue.index]?.id).toBe('500')
    expect(queue?.tracks.length).toBe(120)
  })
  it('by something else is left aside', () => {
    const storage = memory()
    for (const nonsense of ['', '{', '[]', '{"owner":null,"tracks":[{}],"index":0}', '3']) {
      storage.set('player-queue', nonsense)
      expect(readQueue(storage, null)).toBeNull()
    }
  })
})
