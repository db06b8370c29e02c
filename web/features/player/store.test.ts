import { describe, expect, it, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import type { Engine, EngineEvents } from './engine.ts'
import { createPlayer } from './store.ts'

const [a, b] = ['a', 'b'].map((id) => ({ id }) as Track) as [Track, Track]

/** An engine without sound: the test says what the audio element would report. */
function setUp() {
  let events: EngineEvents | undefined
  const started: string[] = []
  const engine: Engine = {
    start: vi.fn(async (src: string) => void started.push(src)),
    play: vi.fn(async () => {}),
    pause: vi.fn(),
    stop: vi.fn(),
    seek: vi.fn(),
    setVolume: vi.fn(),
    listen: (given) => {
      events = given
    },
  }
  const onFirstPlay = vi.fn()
  const player = createPlayer({ engine, audioAddress: ({ id }) => `/audio/${id}`, onFirstPlay })
  const report = (event: keyof EngineEvents) => events?.[event]()
  return { player, engine, started, onFirstPlay, report }
}

describe('player', () => {
  it('loads a track at once and plays when the element does', () => {
    const { player, started, report } = setUp()
    player.playTrack(a)
    expect(started).toEqual(['/audio/a'])
    expect(player.state()).toMatchObject({ currentTrack: a, loading: true, isPlaying: false })
    report('playing')
    expect(player.state()).toMatchObject({ loading: false, isPlaying: true })
  })

  it('pauses and resumes when the loaded track is chosen again', () => {
    const { player, engine, started, report } = setUp()
    player.playTrack(a)
    report('playing')
    player.playTrack(a)
    expect(engine.pause).toHaveBeenCalledOnce()
    report('paused')
    player.playTrack(a)
    expect(engine.play).toHaveBeenCalledOnce()
    expect(started).toHaveLength(1)
  })

  it('goes on with the queue when a track ends, and stops after the last', () => {
    const { player, started, report } = setUp()
    player.playQueue([a, b])
    report('playing')
    report('paused')
    report('ended')
    expect(started).toEqual(['/audio/a', '/audio/b'])
    report('playing')
    report('paused')
    report('ended')
    expect(started).toHaveLength(2)
    expect(player.state()).toMatchObject({ currentTrack: b, isPlaying: false, loading: false })
  })

  it('ignores a place outside the queue', () => {
    const { player, started } = setUp()
    player.playQueue([a, b], 2)
    expect(started).toEqual([])
    expect(player.state().queue.index).toBe(-1)
  })

  it('counts a play once per track, however often it starts', () => {
    const { player, onFirstPlay, report } = setUp()
    player.playTrack(a)
    report('playing')
    report('waiting')
    report('playing')
    player.playTrack(b)
    report('playing')
    player.playTrack(a)
    report('playing')
    expect(onFirstPlay.mock.calls).toEqual([[a], [b]])
  })

  it('says what failed: the loading, the playing, the starting', async () => {
    const { player, engine, report } = setUp()
    player.playTrack(a)
    report('failed')
    expect(player.state()).toMatchObject({ error: 'Failed to load track', loading: false })
    player.playTrack(b)
    report('playing')
    report('failed')
    expect(player.state().error).toBe('Audio playback failed')
    player.playTrack(a)
    report('playing')
    report('paused')
    vi.mocked(engine.play).mockRejectedValueOnce(new Error('no'))
    player.toggle()
    await vi.waitFor(() => expect(player.state().error).toBe('Playback failed'))
  })

  it('loads a failed track again when asked to play', () => {
    const { player, started, report } = setUp()
    player.playTrack(a)
    report('failed')
    player.toggle()
    expect(started).toEqual(['/audio/a', '/audio/a'])
  })

  it('forgets track and queue on stop, but keeps the volume', () => {
    const { player, engine } = setUp()
    player.playQueue([a, b])
    player.setVolume(0.4)
    player.stop()
    expect(engine.stop).toHaveBeenCalledOnce()
    expect(player.state()).toMatchObject({ currentTrack: null, queue: { index: -1 }, volume: 0.4 })
  })

  it('keeps the volume between 0 and 1', () => {
    const { player, engine } = setUp()
    player.setVolume(7)
    expect(engine.setVolume).toHaveBeenLastCalledWith(1)
    player.setVolume(-1)
    expect(player.state().volume).toBe(0)
  })
})
