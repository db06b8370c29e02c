// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import { connectHearing } from './hearing.ts'
import type { Player } from './store.ts'
import { testTrack } from './test-track.ts'

/** An audio element whose position the test sets. */
function setUp(track: Track) {
  const audio = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: Number.NaN,
    seeking: false,
  }) as unknown as HTMLAudioElement
  const store = createStore({ currentTrack: track })
  const player = { state: store.get, subscribe: store.subscribe } as unknown as Player
  const heard: string[] = []
  connectHearing(audio, player, ({ id }) => heard.push(id))
  const emit = (event: string) => audio.dispatchEvent(new Event(event))
  return {
    heard,
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

test('hearing: a long track is heard after 30 seconds, once', () => {
  const { heard, playTo } = setUp(testTrack('long', { duration: 600 }))
  playTo(29.75)
  expect(heard).toEqual([])
  playTo(200)
  expect(heard).toEqual(['long'])
})

test('hearing: a short track is heard after half of it', () => {
  const { heard, playTo } = setUp(testTrack('short', { duration: 20 }))
  playTo(9.75)
  expect(heard).toEqual([])
  playTo(10)
  expect(heard).toEqual(['short'])
})

test('hearing: what is skipped by seeking does not count, forward or back', () => {
  const { heard, playTo, seekTo } = setUp(testTrack('sought', { duration: 600 }))
  playTo(10)
  seekTo(500)
  seekTo(20)
  playTo(39.5)
  expect(heard).toEqual([])
  playTo(40.25)
  expect(heard).toEqual(['sought'])
})

test('hearing: another track is counted from zero, and a track that is repeated is heard again', () => {
  const { heard, emit, playTo, load } = setUp(testTrack('one', { duration: 40 }))
  playTo(15)
  load(testTrack('two', { duration: 40 }))
  playTo(19)
  expect(heard).toEqual([])
  playTo(40)
  emit('ended')
  load(testTrack('two', { duration: 40 }))
  playTo(20)
  expect(heard).toEqual(['two', 'two'])
})

test('hearing: a track of unknown duration needs 30 seconds', () => {
  const { heard, playTo } = setUp(testTrack('unknown', { duration: null }))
  playTo(29)
  expect(heard).toEqual([])
  playTo(31)
  expect(heard).toEqual(['unknown'])
})
