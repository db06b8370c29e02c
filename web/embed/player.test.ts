import { expect, test } from 'vitest'
import type { EmbedTrack } from '#contract/embed.ts'
import type { TransportEvents } from '#web/features/player/engine/transport.ts'
import { testPlayer } from '#web/features/player/test-player.ts'
import { createEmbedPlayer } from './player.ts'

const track = (id: string): EmbedTrack => ({
  ...{ id, title: id, artist: 'Nara', url: `/track/${id}`, artistUrl: '/profile/nara' },
  ...{ duration: 60, audioUrl: `/objects/${id}`, artworkUrl: null, loudness: -10, formats: [] },
})

function setUp({ start = 0, fallBack = false } = {}) {
  const { transport, started, position } = testPlayer()
  let events: Partial<TransportEvents> | undefined
  transport.listen = (listeners) => {
    events = listeners
  }
  const player = createEmbedPlayer({
    tracks: [track('a'), track('b')],
    transport,
    sources: { url: ({ id }) => `/audio/${id}`, fallBack: () => fallBack },
    start,
  })
  const emit = (event: keyof TransportEvents) => events?.[event]?.()
  const status = () => player.state.get().status
  return { player, transport, started, position, emit, status }
}

test('embedded player: nothing is loaded before the first play, which starts where the URL says', () => {
  const { player, transport, emit, status } = setUp({ start: 30 })
  expect(transport.start).not.toHaveBeenCalled()
  expect(player.currentTime()).toBe(30)
  player.toggle()
  expect(transport.start).toHaveBeenCalledExactlyOnceWith('/audio/a', 30)
  expect(status()).toBe('loading')
  emit('playing')
  expect(status()).toBe('playing')
  player.toggle()
  emit('paused')
  player.toggle()
  emit('playing')
  expect(transport.play).toHaveBeenCalledOnce()
})

test('embedded player: the next track follows, and the last one ends at its beginning', () => {
  const { player, transport, started, emit, status } = setUp({ start: 30 })
  player.toggle()
  emit('playing')
  emit('ended')
  emit('playing')
  expect(started).toEqual(['/audio/a', '/audio/b'])
  expect(transport.start).toHaveBeenLastCalledWith('/audio/b', 0)
  emit('ended')
  expect(transport.seek).toHaveBeenCalledWith(0)
  expect([player.state.get().index, status()]).toEqual([1, 'paused'])
  player.previous()
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 0)
  player.previous()
  expect(started).toHaveLength(3)
})

test('embedded player: seeking starts a track that is not loaded', () => {
  const { player, transport } = setUp()
  player.seek(20)
  expect(transport.start).toHaveBeenCalledExactlyOnceWith('/audio/a', 20)
  player.seek(40)
  expect(transport.seek).toHaveBeenCalledExactlyOnceWith(40)
})

test('embedded player: a format that fails falls back to the next one at the same position', () => {
  const { player, transport, emit, status } = setUp({ fallBack: true })
  player.toggle()
  emit('failed')
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 12)
  expect(status()).toBe('loading')
})

test('embedded player: after a failure the play button retries from the same position', () => {
  const { player, transport, emit, status } = setUp()
  player.toggle()
  emit('failed')
  expect(status()).toBe('failed')
  player.toggle()
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 12)
})

test('embedded player: a track that fails while it plays continues at the same position, once', () => {
  const { player, transport, emit, status } = setUp()
  player.toggle()
  emit('playing')
  emit('failed')
  expect(transport.start).toHaveBeenCalledTimes(2)
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 12)
  expect(status()).toBe('loading')
  // It fails at the same position again.
  emit('playing')
  emit('failed')
  expect(status()).toBe('failed')
})

test('embedded player: what fails while it is paused is loaded again with the next play', () => {
  const { player, transport, emit, status } = setUp()
  player.toggle()
  emit('playing')
  player.toggle()
  emit('failed')
  expect(status()).toBe('paused')
  player.toggle()
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 12)
})
