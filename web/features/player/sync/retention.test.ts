import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { createStore } from '#web/lib/store.ts'
import type { Player } from '../store.ts'
import { testTrack } from '../test-track.ts'
import { connectRetention } from './retention.ts'

function setUp(from = 0) {
  const audio = Object.assign(new EventTarget(), { paused: false, readyState: 4 })
  const store = createStore<{ currentTrack: Track }>({ currentTrack: testTrack('a') })
  const player = { state: store.get, subscribe: store.subscribe } as unknown as Player
  const sent: [string, number][] = []
  const ids = new Set<string>()
  let seconds = from
  let hide = () => {}
  connectRetention({
    audio: audio as unknown as HTMLAudioElement,
    player,
    position: { current: () => seconds },
    send(trackId, { listenId, position }) {
      ids.add(listenId)
      sent.push([trackId, position])
    },
    onPageHide(listener) {
      hide = () => listener(true)
    },
  })
  const emit = (event: string) => audio.dispatchEvent(new Event(event))
  return {
    sent,
    ids,
    audio,
    emit,
    hide: () => hide(),
    playTo(to: number) {
      seconds = to
      emit('timeupdate')
    },
    load(id: string) {
      seconds = 0
      store.set({ currentTrack: testTrack(id) })
    },
  }
}

test('retention: a listen is reported at its start, when it pauses, ends and the page is hidden', () => {
  const { sent, ids, playTo, emit, hide } = setUp()
  playTo(1)
  playTo(20)
  emit('pause')
  playTo(30)
  hide()
  playTo(40)
  emit('ended')
  expect(sent).toEqual([
    ['a', 0],
    ['a', 20],
    ['a', 30],
    ['a', 40],
  ])
  expect(ids.size).toBe(1)
})

test('retention: the next track, and the same one after its end, are new listens', () => {
  const { sent, ids, playTo, load, emit } = setUp()
  playTo(1)
  playTo(50)
  load('b')
  playTo(2)
  emit('ended')
  playTo(0)
  expect(sent).toEqual([
    ['a', 0],
    ['a', 50],
    ['b', 0],
    ['b', 0],
  ])
  expect(ids.size).toBe(3)
})

test('retention: nothing is reported twice, nor of a listen that starts at a saved position', () => {
  const back = setUp()
  back.playTo(1)
  back.playTo(20)
  back.emit('pause')
  back.playTo(10)
  back.emit('pause')
  expect(back.sent).toEqual([
    ['a', 0],
    ['a', 20],
  ])
  const resumed = setUp(600)
  resumed.playTo(601)
  resumed.hide()
  expect(resumed.sent).toEqual([])
})

test('retention: a track of which nothing is loaded yet is no listen', () => {
  const { sent, audio, playTo } = setUp()
  audio.readyState = 0
  playTo(0)
  expect(sent).toEqual([])
  audio.readyState = 4
  playTo(0.1)
  expect(sent).toEqual([['a', 0]])
})
