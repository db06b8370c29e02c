import { expect, test, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import { emptyQueue, playList } from '../queue/queue.ts'
import type { PlayerState } from '../store.ts'
import { testTrack } from '../test-track.ts'
import { connectFreshAudio } from './fresh-audio.ts'

const first = testTrack('first', { audioUrl: '/objects/audio/first.mp3' })
const second = testTrack('second', { audioUrl: '/objects/audio/second.mp3' })
const replaced = (track: Track): Track => ({ ...track, audioUrl: '/objects/audio/new.mp3' })

function setUp({ at, current }: { at: number; current: (track: Track) => Track | null }) {
  const queue = playList(emptyQueue, [first, second], 0, undefined)
  const state = { queue, currentTrack: first, isPlaying: true, loading: false }
  const store = createStore(state as unknown as PlayerState)
  const player = {
    state: store.get,
    subscribe: store.subscribe,
    replaceTrack: vi.fn(),
    load: vi.fn(),
  }
  const audio = new EventTarget()
  connectFreshAudio({
    audio: audio as HTMLAudioElement,
    position: { current: () => at, duration: () => 200 },
    player,
    loadTrack: async (track) => current(track),
  })
  audio.dispatchEvent(new Event('timeupdate'))
  return player
}

test('fresh audio: a track that has just begun with a replaced file begins again with the present one', async () => {
  const player = setUp({ at: 1, current: replaced })
  await vi.waitFor(() => expect(player.load).toHaveBeenCalledOnce())
  expect(player.replaceTrack).toHaveBeenCalledWith(replaced(first))
})

test('fresh audio: in the middle of a track nothing changes', async () => {
  const loadTrack = vi.fn(replaced)
  setUp({ at: 100, current: loadTrack })
  await Promise.resolve()
  expect(loadTrack).not.toHaveBeenCalled()
})

test('fresh audio: before the end of a track the next one gets its present file', async () => {
  const player = setUp({ at: 180, current: replaced })
  await vi.waitFor(() => expect(player.replaceTrack).toHaveBeenCalledWith(replaced(second)))
  expect(player.load).not.toHaveBeenCalled()
})

test('fresh audio: a track with the same file plays on', async () => {
  const current = vi.fn((track: Track) => track)
  const player = setUp({ at: 1, current })
  await vi.waitFor(() => expect(current).toHaveBeenCalled())
  await Promise.resolve()
  expect(player.replaceTrack).not.toHaveBeenCalled()
  expect(player.load).not.toHaveBeenCalled()
})
