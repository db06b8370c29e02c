import { expect, test, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { addToQueue, jumpTo, setRepeat } from './queue/queue-editing.ts'
import { testPlayer } from './test-player.ts'
import { testQueue } from './test-track.ts'

const [a, b] = ['a', 'b'].map((id) => ({ id }) as Track) as [Track, Track]

test('player: a chosen track loads, and plays when the audio element does', () => {
  const { player, started, emit } = testPlayer()
  player.playTrack(a)
  expect(started).toEqual(['/audio/a'])
  expect(player.state()).toMatchObject({ currentTrack: a, loading: true, isPlaying: false })
  emit('playing')
  expect(player.state()).toMatchObject({ loading: false, isPlaying: true })
})

test('player: a new track is rendered in the next task, all other changes at once', () => {
  vi.useFakeTimers()
  const { player, emit } = testPlayer()
  const render = vi.fn()
  player.subscribeDeferred(render)
  player.playTrack(a)
  expect(render).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(render).toHaveBeenCalledOnce()
  emit('playing')
  expect(render).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('player: choosing the current track again pauses and resumes it', () => {
  const { player, transport, started, emit } = testPlayer()
  player.playTrack(a)
  emit('playing')
  player.playTrack(a)
  expect(transport.pause).toHaveBeenCalledOnce()
  emit('paused')
  player.playTrack(a)
  expect(transport.play).toHaveBeenCalledOnce()
  expect(started).toHaveLength(1)
})

test('player: the queue advances when a track ends, and stops after the last', () => {
  const { player, started, emit } = testPlayer()
  player.playQueue([a, b])
  emit('playing')
  emit('paused')
  emit('ended')
  expect(started).toEqual(['/audio/a', '/audio/b'])
  emit('playing')
  emit('paused')
  emit('ended')
  expect(started).toHaveLength(2)
  expect(player.state()).toMatchObject({ currentTrack: b, isPlaying: false, loading: false })
})

test('player: with repeat one the track starts again, and next moves on', () => {
  const { player, started, emit } = testPlayer()
  player.playQueue([a, b])
  player.changeQueue((queue) => setRepeat(queue, 'one'))
  emit('ended')
  expect(started).toEqual(['/audio/a', '/audio/a'])
  player.next()
  expect(started.at(-1)).toBe('/audio/b')
})

test('player: the first track added to an empty queue is loaded paused', () => {
  const { player, transport, started } = testPlayer()
  player.changeQueue((queue) => addToQueue(queue, [a]))
  expect(transport.prepare).toHaveBeenCalledOnce()
  expect(started).toEqual([])
  expect(player.state()).toMatchObject({ currentTrack: a, loading: false })
})

test('player: an added track does not interrupt the current one, and plays after it', () => {
  const { player, started, emit } = testPlayer()
  player.playTrack(a)
  player.changeQueue((queue) => addToQueue(queue, [b]))
  expect(started).toEqual(['/audio/a'])
  emit('ended')
  expect(started).toEqual(['/audio/a', '/audio/b'])
})

test('player: added tracks survive a new list and come first', () => {
  const { player, started } = testPlayer()
  player.playTrack(a)
  player.changeQueue((queue) => addToQueue(queue, [a]))
  player.playQueue([b, b])
  player.next()
  expect(started).toEqual(['/audio/a', '/audio/b', '/audio/a'])
})

test('player: an entry that is chosen in the queue plays', () => {
  const { player, started } = testPlayer()
  player.playQueue([a, b])
  const [, second] = player.state().queue.entries
  player.changeQueue((queue) => jumpTo(queue, second?.id ?? ''))
  expect(started).toEqual(['/audio/a', '/audio/b'])
})

test('player: an index outside the queue is ignored', () => {
  const { player, started } = testPlayer()
  player.playQueue([a, b], 2)
  expect(started).toEqual([])
  expect(player.state().queue.index).toBe(-1)
})

test('player: onEnded is called before the next track loads', () => {
  const { player, started, onEnded, emit } = testPlayer()
  onEnded.mockImplementation(() => expect(started).toEqual(['/audio/a']))
  player.playQueue([a, b])
  emit('playing')
  emit('ended')
  expect(onEnded).toHaveBeenCalledWith(a)
  expect(started).toHaveLength(2)
})

test('player: a failure of the audio element is passed on and changes no state', () => {
  const { player, onFailure, emit } = testPlayer()
  player.playTrack(a)
  emit('failed')
  expect(onFailure).toHaveBeenCalledOnce()
  expect(player.state()).toMatchObject({ loading: true, error: null })
})

test('player: a rejected play() is an error unless it was interrupted', async () => {
  const { player, transport, emit } = testPlayer()
  player.playTrack(a)
  emit('playing')
  emit('paused')
  const interrupted = Object.assign(new Error('no'), { name: 'AbortError' })
  vi.mocked(transport.play).mockRejectedValueOnce(interrupted)
  player.toggle()
  await Promise.resolve()
  expect(player.state().error).toBeNull()
  vi.mocked(transport.play).mockRejectedValueOnce(new Error('no'))
  player.toggle()
  await vi.waitFor(() => expect(player.state().error).toBe('Playback failed'))
})

test('player: toggling a failed track loads it again where it stopped', () => {
  const { player, transport } = testPlayer()
  player.playTrack(a)
  player.update({ loading: false, error: 'Failed to load track' })
  player.toggle()
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 12)
  expect(player.state()).toMatchObject({ loading: true, error: null })
  player.update({ loading: false })
  vi.mocked(transport.isBroken).mockReturnValue(true)
  player.toggle()
  expect(transport.start).toHaveBeenCalledTimes(3)
})

test('player: a restored queue loads without playing', () => {
  const { player, transport, started } = testPlayer()
  player.load(testQueue([a, b], 1), { position: 30, paused: true })
  expect(transport.prepare).toHaveBeenCalledWith('/audio/b', 30)
  expect(started).toEqual([])
  expect(player.state()).toMatchObject({ currentTrack: b, loading: false, isPlaying: false })
})

test('player: pausing ends the reconnecting state', () => {
  const { player } = testPlayer()
  player.playTrack(a)
  player.update({ loading: true, reconnecting: true })
  player.toggle()
  expect(player.state()).toMatchObject({ loading: false, reconnecting: false })
})

test('player: stop clears track and queue but not the volume', () => {
  const { player, transport } = testPlayer()
  player.playQueue([a, b])
  player.setVolume(0.4)
  player.stop()
  expect(transport.stop).toHaveBeenCalledOnce()
  expect(player.state()).toMatchObject({ currentTrack: null, queue: { index: -1 }, volume: 0.4 })
})

test('player: the volume is clamped to 0 to 1', () => {
  const { player, transport } = testPlayer()
  player.setVolume(7)
  expect(transport.setVolume).toHaveBeenLastCalledWith(1, false)
  player.setVolume(-1)
  expect(player.state().volume).toBe(0)
})

test('player: muting preserves the volume, and setting the volume unmutes', () => {
  const { player, transport } = testPlayer()
  player.setVolume(0.4)
  player.toggleMute()
  expect(transport.setVolume).toHaveBeenLastCalledWith(0.4, true)
  expect(player.state()).toMatchObject({ volume: 0.4, muted: true })
  player.setVolume(0.5)
  expect(player.state().muted).toBe(false)
})
