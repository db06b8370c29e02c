import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import type { Player } from '../store.ts'
import { testTrack } from '../test-track.ts'
import { connectListenDetection } from './listen-detection.ts'

/** An audio element whose position the test sets. */
function setUp(track: Track) {
  const audio = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: Number.NaN,
    seeking: false,
  }) as unknown as HTMLAudioElement
  const store = createStore({ currentTrack: track })
  const player = { state: store.get, subscribe: store.subscribe } as unknown as Player
  const listens: string[] = []
  connectListenDetection(audio, player, ({ id }) => listens.push(id))
  const emit = (event: string) => audio.dispatchEvent(new Event(event))
  return {
    listens,
    emit,
    /** Plays as browsers do: four events a second. */
    playTo(seconds: number) {
      while (audio.currentTime < seconds) {
        audio.currentTime = Math.min(seconds, audio.currentTime + 0.25)
        emit('timeupdate')
      }
    },
    seekTo(seconds: number) {
      audio.currentTime = seconds
      emit('seeking')
      emit('timeupdate')
      emit('seeked')
    },
    load(next: Track) {
      audio.currentTime = 0
      emit('emptied')
      store.set({ currentTrack: next })
    },
  }
}

test('listen detection: a long track counts as a listen after 30 seconds, once', () => {
  const { listens, playTo } = setUp(testTrack('long', { duration: 600 }))
  playTo(29.75)
  expect(listens).toEqual([])
  playTo(200)
  expect(listens).toEqual(['long'])
})

test('listen detection: a short track counts as a listen after half of it', () => {
  const { listens, playTo } = setUp(testTrack('short', { duration: 20 }))
  playTo(9.75)
  expect(listens).toEqual([])
  playTo(10)
  expect(listens).toEqual(['short'])
})

test('listen detection: what is skipped by seeking does not count, forward or back', () => {
  const { listens, playTo, seekTo } = setUp(testTrack('sought', { duration: 600 }))
  playTo(10)
  seekTo(500)
  seekTo(20)
  playTo(39.5)
  expect(listens).toEqual([])
  playTo(40.25)
  expect(listens).toEqual(['sought'])
})

test('listen detection: another track is counted from zero, and a track that is repeated counts again', () => {
  const { listens, emit, playTo, load } = setUp(testTrack('one', { duration: 40 }))
  playTo(15)
  load(testTrack('two', { duration: 40 }))
  playTo(19)
  expect(listens).toEqual([])
  playTo(40)
  emit('ended')
  load(testTrack('two', { duration: 40 }))
  playTo(20)
  expect(listens).toEqual(['two', 'two'])
})

test('listen detection: a track of unknown duration needs 30 seconds', () => {
  const { listens, playTo } = setUp(testTrack('unknown', { duration: null }))
  playTo(29)
  expect(listens).toEqual([])
  playTo(31)
  expect(listens).toEqual(['unknown'])
})
