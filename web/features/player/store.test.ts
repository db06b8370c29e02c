import { describe, expect, it, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { testPlayer } from './test-player.ts'

const [a, b] = ['a', 'b'].map((id) => ({ id }) as Track) as [Track, Track]

describe('player', () => {
  it('loads a track at once and plays when the element does', () => {
    const { player, started, report } = testPlayer()
    player.playTrack(a)
    expect(started).toEqual(['/audio/a'])
    expect(player.state()).toMatchObject({ currentTrack: a, loading: true, isPlaying: false })
    report('playing')
    expect(player.state()).toMatchObject({ loading: false, isPlaying: true })
  })

  it('draws a new track only when the browser has asked for its sound, and all else at once', () => {
    vi.useFakeTimers()
    const { player, report } = testPlayer()
    const draw = vi.fn()
    player.subscribeDeferred(draw)
    player.playTrack(a)
    expect(draw).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(draw).toHaveBeenCalledOnce()
    report('playing')
    expect(draw).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  it('pauses and resumes when the loaded track is chosen again', () => {
    const { player, engine, started, report } = testPlayer()
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
    const { player, started, report } = testPlayer()
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
    const { player, started } = testPlayer()
    player.playQueue([a, b], 2)
    expect(started).toEqual([])
    expect(player.state().queue.index).toBe(-1)
  })

  it('counts a play once per track, however often it starts', () => {
    const { player, onFirstPlay, report } = testPlayer()
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

  it('says that the sound ended, before the next track takes its place', () => {
    const { player, started, onEnded, report } = testPlayer()
    onEnded.mockImplementation(() => expect(started).toEqual(['/audio/a']))
    player.playQueue([a, b])
    report('playing')
    report('ended')
    expect(onEnded).toHaveBeenCalledWith(a)
    expect(started).toHaveLength(2)
  })

  it('leaves it to others to find out why the element failed', () => {
    const { player, onFailure, report } = testPlayer()
    player.playTrack(a)
    report('failed')
    expect(onFailure).toHaveBeenCalledOnce()
    expect(player.state()).toMatchObject({ loading: true, error: null })
  })

  it('says when playing cannot be started, but not when it was paused before it began', async () => {
    const { player, engine, report } = testPlayer()
    player.playTrack(a)
    report('playing')
    report('paused')
    const interrupted = Object.assign(new Error('no'), { name: 'AbortError' })
    vi.mocked(engine.play).mockRejectedValueOnce(interrupted)
    player.toggle()
    await Promise.resolve()
    expect(player.state().error).toBeNull()
    vi.mocked(engine.play).mockRejectedValueOnce(new Error('no'))
    player.toggle()
    await vi.waitFor(() => expect(player.state().error).toBe('Playback failed'))
  })

  it('loads a failed or broken track again, where it stopped', () => {
    const { player, engine } = testPlayer()
    player.playTrack(a)
    player.update({ loading: false, error: 'Failed to load track' })
    player.toggle()
    expect(engine.start).toHaveBeenLastCalledWith('/audio/a', 12)
    expect(player.state()).toMatchObject({ loading: true, error: null })
    player.update({ loading: false })
    vi.mocked(engine.isBroken).mockReturnValue(true)
    player.toggle()
    expect(engine.start).toHaveBeenCalledTimes(3)
  })

  it('loads an earlier queue without playing it', () => {
    const { player, engine, started } = testPlayer()
    player.load({ tracks: [a, b], index: 1 }, { at: 30, paused: true })
    expect(engine.prepare).toHaveBeenCalledWith('/audio/b', 30)
    expect(started).toEqual([])
    expect(player.state()).toMatchObject({ currentTrack: b, loading: false, isPlaying: false })
  })

  it('gives up waiting for the network when it is paused', () => {
    const { player } = testPlayer()
    player.playTrack(a)
    player.update({ loading: true, reconnecting: true })
    player.toggle()
    expect(player.state()).toMatchObject({ loading: false, reconnecting: false })
  })

  it('forgets track and queue on stop, but keeps the volume', () => {
    const { player, engine } = testPlayer()
    player.playQueue([a, b])
    player.setVolume(0.4)
    player.stop()
    expect(engine.stop).toHaveBeenCalledOnce()
    expect(player.state()).toMatchObject({ currentTrack: null, queue: { index: -1 }, volume: 0.4 })
  })

  it('keeps the volume between 0 and 1', () => {
    const { player, engine } = testPlayer()
    player.setVolume(7)
    expect(engine.setVolume).toHaveBeenLastCalledWith(1, false)
    player.setVolume(-1)
    expect(player.state().volume).toBe(0)
  })

  it('mutes without forgetting the volume; setting one ends it', () => {
    const { player, engine } = testPlayer()
    player.setVolume(0.4)
    player.toggleMute()
    expect(engine.setVolume).toHaveBeenLastCalledWith(0.4, true)
    expect(player.state()).toMatchObject({ volume: 0.4, muted: true })
    player.setVolume(0.5)
    expect(player.state().muted).toBe(false)
  })
})
