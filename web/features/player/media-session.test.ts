import { describe, expect, it } from 'vitest'
import { connectMediaSession, handlersFor, metadataOf, playbackState } from './media-session.ts'
import type { PlaybackPosition } from './playback-position.ts'
import { testPlayer } from './test-player.ts'
import { testTrack } from './test-track.ts'

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
      if (action === 'stop') throw new TypeError('not here')
      if (handler) handlers.set(action, handler)
      else handlers.delete(action)
    },
    setPositionState: (state?: MediaPositionState) => positions.push(state),
  }
  return { session, handlers, positions }
}

it('names track and artist, with artwork in every size', () => {
  const { title, artist, artwork } = metadataOf(a)
  expect({ title, artist }).toEqual({ title: 'Soft Landing', artist: 'Low Tide Choir' })
  expect(artwork?.map(({ sizes }) => sizes)).toEqual(['96x96', '192x192', '384x384', '768x768'])
  expect(artwork?.[0]?.src).toBe('/api/tracks/a/artwork?w=96&v=a')
})

it('tells the device what plays, and which buttons lead somewhere', () => {
  const { player, report } = testPlayer()
  const { session, handlers, positions } = fakeSession()
  const audio = new EventTarget()
  connectMediaSession({
    session: session as unknown as MediaSession,
    audio: audio as HTMLAudioElement,
    player,
    position,
    makeMetadata: (init) => init as MediaMetadata,
  })
  player.playQueue([a, b])
  report('playing')
  expect(session.metadata?.title).toBe('Soft Landing')
  expect(session.playbackState).toBe('playing')
  expect([...handlers.keys()].sort()).toEqual(
    ['nexttrack', 'pause', 'play', 'seekbackward', 'seekforward', 'seekto'].sort(),
  )
  audio.dispatchEvent(new Event('seeked'))
  expect(positions).toEqual([{ duration: 100, position: 95, playbackRate: 1 }])
  player.next()
  expect([handlers.has('nexttrack'), handlers.has('previoustrack')]).toEqual([false, true])
  player.stop()
  expect([session.metadata, session.playbackState, handlers.size]).toEqual([null, 'none', 0])
})

describe('what the buttons do', () => {
  it('seeks, never beyond the track', () => {
    const { player, engine } = testPlayer()
    player.playTrack(a)
    const handlers = handlersFor(player, position)
    handlers.seekto?.({ action: 'seekto', seekTime: 40 })
    handlers.seekbackward?.({ action: 'seekbackward', seekOffset: 30 })
    handlers.seekforward?.({ action: 'seekforward' })
    expect(engine.seek).toHaveBeenNthCalledWith(1, 40)
    expect(engine.seek).toHaveBeenNthCalledWith(2, 65)
    expect(engine.seek).toHaveBeenNthCalledWith(3, 100)
  })

  it('plays only what is paused, and pauses only what plays', () => {
    const { player, engine, report } = testPlayer()
    player.playTrack(a)
    report('playing')
    const handlers = handlersFor(player, position)
    handlers.play?.({ action: 'play' })
    expect(engine.pause).not.toHaveBeenCalled()
    handlers.pause?.({ action: 'pause' })
    expect(engine.pause).toHaveBeenCalledOnce()
    handlers.pause?.({ action: 'pause' })
    expect(engine.play).not.toHaveBeenCalled()
    expect(playbackState(player.state())).toBe('paused')
  })
})
