import { expect, test, vi } from 'vitest'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import {
  actionHandlers,
  connectMediaSession,
  playbackState,
  trackMetadata,
} from './media-session.ts'

const [a, b] = [testTrack('a', { title: 'Soft Landing' }), testTrack('b')]
const position: PlaybackPosition = {
  subscribe: () => () => {},
  current: () => 95,
  duration: () => 100,
}

function fakeSession() {
  const handlers = new Map<string, unknown>()
  const positions: (MediaPositionState | undefined)[] = []
  const session = {
    metadata: null as MediaMetadata | null,
    playbackState: 'none',
    setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
      if (action === 'stop') throw new TypeError('not supported')
      if (handler) handlers.set(action, handler)
      else handlers.delete(action)
    },
    setPositionState: (state?: MediaPositionState) => positions.push(state),
  }
  return { session, handlers, positions }
}

test('media session: metadata has title, artist and artwork in every size', () => {
  const { title, artist, artwork } = trackMetadata(a)
  expect({ title, artist }).toEqual({ title: 'Soft Landing', artist: 'Low Tide Choir' })
  expect(artwork?.map(({ sizes }) => sizes)).toEqual(['96x96', '192x192', '384x384', '768x768'])
  expect(artwork?.[0]?.src).toBe('/api/tracks/a/artwork?w=96&v=a')
})

test('media session: playback state, position and available actions follow the player', () => {
  const { player, emit } = testPlayer()
  const { session, handlers, positions } = fakeSession()
  const audio = new EventTarget()
  vi.stubGlobal('MediaMetadata', function create(init: MediaMetadataInit) {
    return init
  })
  connectMediaSession({
    session: session as unknown as MediaSession,
    audio: audio as HTMLAudioElement,
    player,
    position,
  })
  player.playQueue([a, b])
  emit('playing')
  expect(session.metadata?.title).toBe('Soft Landing')
  expect(session.playbackState).toBe('playing')
  expect([...handlers.keys()].sort()).toEqual(
    ['nexttrack', 'pause', 'play', 'seekbackward', 'seekforward', 'seekto'].sort(),
  )
  audio.dispatchEvent(new Event('seeked'))
  expect(positions).toEqual([{ duration: 100, position: 95, playbackRate: 1 }])
  // The next track follows without a gap, and without an event of the element.
  emit('advanced')
  expect(positions).toHaveLength(2)
  expect([handlers.has('nexttrack'), handlers.has('previoustrack')]).toEqual([false, true])
  player.stop()
  expect([session.metadata, session.playbackState, handlers.size]).toEqual([null, 'none', 0])
})

test('media session: seeking never leaves the track', () => {
  const { player, transport } = testPlayer()
  player.playTrack(a)
  const handlers = actionHandlers(player, position)
  handlers.seekto({ action: 'seekto', seekTime: 40 })
  handlers.seekbackward({ action: 'seekbackward', seekOffset: 30 })
  handlers.seekforward({ action: 'seekforward' })
  expect(transport.seek).toHaveBeenNthCalledWith(1, 40)
  expect(transport.seek).toHaveBeenNthCalledWith(2, 65)
  expect(transport.seek).toHaveBeenNthCalledWith(3, 100)
})

test('media session: play and pause are idempotent', () => {
  const { player, transport, emit } = testPlayer()
  player.playTrack(a)
  emit('playing')
  const handlers = actionHandlers(player, position)
  handlers.play()
  expect(transport.pause).not.toHaveBeenCalled()
  handlers.pause()
  expect(transport.pause).toHaveBeenCalledOnce()
  handlers.pause()
  expect(transport.play).not.toHaveBeenCalled()
  expect(playbackState(player.state())).toBe('paused')
})
