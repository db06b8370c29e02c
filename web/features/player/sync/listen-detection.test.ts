import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { testTrack } from '../test-track.ts'
import { detectListens, type ListenEvent } from './listen-detection.ts'

/** An audio element whose position the test sets. */
function setUp(track: Track, from = 0) {
  const audio = Object.assign(new EventTarget(), {
    duration: Number.NaN,
    seeking: false,
    paused: false,
    readyState: 4,
  })
  let current = track
  let seconds = from
  let hide = () => {}
  const events: [trackId: string, event: ListenEvent][] = []
  detectListens({
    audio: audio as unknown as HTMLAudioElement,
    current: () => current,
    position: () => seconds,
    onPageHide(listener) {
      hide = () => listener(true)
    },
    report: ({ id }, event) => events.push([id, event]),
  })
  const emit = (event: string) => audio.dispatchEvent(new Event(event))
  const retention = () =>
    events.flatMap(([id, event]) => (event.kind === 'retention' ? { id, ...event.report } : []))
  return {
    audio,
    emit,
    hide: () => hide(),
    /** The tracks with an event of this kind. */
    of: (kind: ListenEvent['kind']) =>
      events.flatMap(([id, event]) => (event.kind === kind ? id : [])),
    retention: () => retention().map(({ id, position }) => [id, position]),
    listens: () => new Set(retention().map(({ listenId }) => listenId)).size,
    /** Plays as browsers do: four events a second. */
    playTo(to: number) {
      while (seconds < to) {
        seconds = Math.min(to, seconds + 0.25)
        emit('timeupdate')
      }
    },
    seekTo(to: number) {
      seconds = to
      emit('seeking')
      emit('timeupdate')
      emit('seeked')
    },
    load(next: Track) {
      current = next
      seconds = 0
      emit('emptied')
    },
    /** As gapless playback does: the element fires nothing. */
    advance(next: Track) {
      current = next
      seconds = 0
    },
  }
}

test('listen detection: a long track counts as a listen after 30 seconds, once', () => {
  const { of, playTo } = setUp(testTrack('long', { duration: 600 }))
  playTo(29.75)
  expect(of('listen')).toEqual([])
  playTo(200)
  expect(of('listen')).toEqual(['long'])
})

test('listen detection: a short track counts as a listen after half of it', () => {
  const { of, playTo } = setUp(testTrack('short', { duration: 20 }))
  playTo(9.75)
  expect(of('listen')).toEqual([])
  playTo(10)
  expect(of('listen')).toEqual(['short'])
})

test('listen detection: what is skipped by seeking does not count, forward or back', () => {
  const { of, playTo, seekTo } = setUp(testTrack('sought', { duration: 600 }))
  playTo(10)
  seekTo(500)
  seekTo(20)
  playTo(39.5)
  expect(of('listen')).toEqual([])
  playTo(40.25)
  expect(of('listen')).toEqual(['sought'])
})

test('listen detection: another track is counted from zero, and a track that is repeated counts again', () => {
  const { of, emit, playTo, load } = setUp(testTrack('one', { duration: 40 }))
  playTo(15)
  load(testTrack('two', { duration: 40 }))
  playTo(19)
  expect(of('listen')).toEqual([])
  playTo(40)
  emit('ended')
  load(testTrack('two', { duration: 40 }))
  playTo(20)
  expect(of('listen')).toEqual(['two', 'two'])
})

test('listen detection: a track of unknown duration needs 30 seconds', () => {
  const { of, playTo } = setUp(testTrack('unknown', { duration: null }))
  playTo(29)
  expect(of('listen')).toEqual([])
  playTo(31)
  expect(of('listen')).toEqual(['unknown'])
})

test('listen detection: other services learn of it after a second, and after half of it or four minutes', () => {
  const { of, playTo } = setUp(testTrack('long', { duration: 600 }))
  playTo(0.75)
  expect(of('nowPlaying')).toEqual([])
  playTo(239.75)
  expect([of('nowPlaying'), of('scrobble')]).toEqual([['long'], []])
  playTo(600)
  expect([of('nowPlaying'), of('scrobble')]).toEqual([['long'], ['long']])
})

test('listen detection: a play is counted once per track, however often it starts', () => {
  const { of, emit, load } = setUp(testTrack('a'))
  expect(of('play')).toEqual([])
  emit('playing')
  emit('waiting')
  emit('playing')
  load(testTrack('b'))
  emit('playing')
  load(testTrack('a'))
  emit('playing')
  expect(of('play')).toEqual(['a', 'b'])
})

test('listen detection: a track that follows without a gap is played too', () => {
  const { of, emit, playTo, advance } = setUp(testTrack('a'))
  emit('playing')
  playTo(2)
  advance(testTrack('b'))
  playTo(0.25)
  expect(of('play')).toEqual(['a', 'b'])
})

test('listen detection: what has no data to sound yet is not played', () => {
  const { of, audio, emit } = setUp(testTrack('a'))
  audio.readyState = 2
  emit('timeupdate')
  expect(of('play')).toEqual([])
})

test('retention: a listen is reported at its start, when it pauses, ends and the page is hidden', () => {
  const { retention, listens, playTo, emit, hide } = setUp(testTrack('a'))
  playTo(20)
  emit('pause')
  playTo(30)
  hide()
  playTo(40)
  emit('ended')
  expect(retention()).toEqual([
    ['a', 0],
    ['a', 20],
    ['a', 30],
    ['a', 40],
  ])
  expect(listens()).toBe(1)
})

test('retention: the next track, and the same one after its end, are new listens', () => {
  const { retention, listens, playTo, load, emit, seekTo } = setUp(testTrack('a'))
  playTo(50)
  load(testTrack('b'))
  playTo(2)
  emit('ended')
  seekTo(0)
  expect(retention()).toEqual([
    ['a', 0],
    ['a', 50],
    ['b', 0],
    ['b', 2],
    ['b', 0],
  ])
  expect(listens()).toBe(3)
})

test('retention: nothing is reported twice, nor of a listen that starts at a saved position', () => {
  const back = setUp(testTrack('a'))
  back.playTo(20)
  back.emit('pause')
  back.seekTo(10)
  back.emit('pause')
  expect(back.retention()).toEqual([
    ['a', 0],
    ['a', 20],
  ])
  const resumed = setUp(testTrack('a'), 600)
  resumed.playTo(601)
  resumed.hide()
  expect(resumed.retention()).toEqual([])
})

test('retention: a track of which nothing is loaded yet is no listen', () => {
  const { retention, audio, playTo, emit } = setUp(testTrack('a'))
  audio.readyState = 0
  emit('timeupdate')
  expect(retention()).toEqual([])
  audio.readyState = 4
  playTo(0.1)
  expect(retention()).toEqual([['a', 0]])
})
