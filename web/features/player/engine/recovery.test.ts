import { beforeEach, expect, test, vi } from 'vitest'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import type { ProbeResult } from './fetch-audio.ts'
import { createRecovery } from './recovery.ts'

beforeEach(() => void vi.useFakeTimers())

const [a, b] = [testTrack('a'), testTrack('b')]

function setUp() {
  const { player, position, emit, started, transport } = testPlayer()
  let result: ProbeResult = { kind: 'available' }
  const probe = vi.fn(async () => result)
  const symptoms = { undecodable: false, unsupported: false, timedOut: false }
  const onUnplayable = vi.fn()
  const onTrackRemoved = vi.fn()
  let fallbacks = 0
  const warn = vi.spyOn(console, 'warn').mockReset()
  const recovery = createRecovery({
    player,
    position: () => position.seconds,
    symptoms: () => symptoms,
    probe,
    sources: {
      url: ({ id }) => `/audio/${id}`,
      hasFallback: () => fallbacks > 0,
      fallBack: () => fallbacks-- > 0,
    },
    isRestored: () => false,
    onUnplayable,
    onTrackRemoved,
  })
  const serverIs = (kind: 'available' | 'unreachable') => {
    result = { kind }
  }
  const serverRejects = (status: number) => {
    result = { kind: 'rejected', status, statusText: '' }
  }
  const fakes = { transport, probe, symptoms, warn, onUnplayable, onTrackRemoved, serverRejects }
  const addFallback = () => void fallbacks++
  return { player, position, emit, started, ...fakes, recovery, serverIs, addFallback }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('recovery: it reconnects with backoff and resumes where playback stopped', async () => {
  const { player, position, emit, transport, probe, recovery, serverIs } = setUp()
  player.playQueue([a, b])
  emit('playing')
  position.seconds = 42
  serverIs('unreachable')
  recovery.failed()
  await pass(0)
  expect(player.state()).toMatchObject({ reconnecting: true, loading: true, error: null })
  await pass(1_000 + 2_000 + 4_000)
  expect(probe).toHaveBeenCalledTimes(4)
  serverIs('available')
  await pass(8_000)
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 42)
  emit('playing')
  expect(player.state()).toMatchObject({ reconnecting: false, isPlaying: true })
})

test('recovery: it reconnects also if the analysis of the track ends meanwhile', async () => {
  const { player, emit, serverIs } = setUp()
  player.playTrack(a)
  emit('playing')
  serverIs('unreachable')
  emit('waiting')
  player.replaceTrack({ ...a, loudness: -9 })
  await pass(3_000)
  expect(player.state()).toMatchObject({ reconnecting: true, error: null })
})

test('recovery: it reconnects at once when the browser is online again', async () => {
  const { player, emit, started, recovery, serverIs } = setUp()
  player.playTrack(a)
  emit('playing')
  serverIs('unreachable')
  recovery.failed()
  await pass(20_000)
  expect(started).toHaveLength(1)
  serverIs('available')
  recovery.online()
  await pass(0)
  expect(started).toHaveLength(2)
})

test('recovery: a stall of three seconds is diagnosed', async () => {
  const { player, emit, recovery, serverIs } = setUp()
  player.playTrack(a)
  emit('playing')
  serverIs('unreachable')
  emit('waiting')
  await pass(2_900)
  expect(player.state().reconnecting).toBe(false)
  await pass(200)
  expect(player.state().reconnecting).toBe(true)
  recovery.online()
})

test('recovery: it reconnects between two tracks of a queue too', async () => {
  const { player, emit, recovery, serverIs } = setUp()
  player.playQueue([a, b])
  emit('playing')
  serverIs('unreachable')
  recovery.ended()
  emit('ended')
  recovery.failed()
  await pass(0)
  expect(player.state()).toMatchObject({ currentTrack: b, reconnecting: true })
})

test('recovery: pausing cancels the reconnect', async () => {
  const { player, emit, started, recovery, serverIs } = setUp()
  player.playTrack(a)
  emit('playing')
  serverIs('unreachable')
  recovery.failed()
  await pass(0)
  player.toggle()
  serverIs('available')
  await pass(60_000)
  expect(started).toHaveLength(1)
  expect(player.state()).toMatchObject({ reconnecting: false, loading: false, error: null })
})

test('recovery: a newly chosen track that cannot be loaded fails with an error', async () => {
  const { player, emit, warn, recovery, serverIs } = setUp()
  player.playTrack(a)
  emit('playing')
  player.playTrack(b)
  serverIs('unreachable')
  recovery.failed()
  await pass(0)
  expect(player.state()).toMatchObject({ error: 'Failed to load track', loading: false })
  expect(warn).toHaveBeenCalledOnce()
})

test('recovery: a file that keeps failing at the same position is given up', async () => {
  const { player, emit, started, recovery } = setUp()
  player.playTrack(a)
  for (let i = 0; i < 4; i++) {
    emit('playing')
    recovery.failed()
    await pass(0)
  }
  expect(started).toHaveLength(4)
  expect(player.state()).toMatchObject({ error: 'Audio playback failed', reconnecting: false })
})

test('recovery: playback restarts when the server responds but sends no data', async () => {
  const { player, position, emit, transport, symptoms } = setUp()
  player.playTrack(a)
  emit('playing')
  position.seconds = 30
  emit('waiting')
  await pass(6_100)
  expect(transport.start).toHaveBeenCalledTimes(1)
  symptoms.timedOut = true
  await pass(3_000)
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 30)
})

test('recovery: playback that goes on after an error, as in Firefox without a sound device, is left alone', async () => {
  const { player, position, emit, started, symptoms, recovery } = setUp()
  player.playTrack(a)
  emit('playing')
  symptoms.undecodable = true
  recovery.failed()
  await pass(100)
  position.seconds += 0.1
  await pass(500)
  expect(player.state()).toMatchObject({ isPlaying: true, error: null })
  expect(started).toHaveLength(1)
})

test('recovery: a file that cannot be decoded fails where it stops', async () => {
  const { player, emit, symptoms, recovery } = setUp()
  player.playTrack(a)
  emit('playing')
  symptoms.undecodable = true
  recovery.failed()
  await pass(600)
  expect(player.state()).toMatchObject({ isPlaying: false, error: 'Audio playback failed' })
})

const detail = 'Your browser cannot play this format.'
async function failTwice(recovery: ReturnType<typeof setUp>['recovery']) {
  for (let i = 0; i < 2; i++) {
    recovery.failed()
    await pass(0)
  }
}

test('recovery: an unsupported format is retried once, without reporting a lost connection', async () => {
  const { player, emit, started, symptoms, recovery } = setUp()
  symptoms.unsupported = true
  player.playQueue([a, b])
  recovery.failed()
  await pass(0)
  expect(started).toEqual(['/audio/a', '/audio/a'])
  expect(player.state()).toMatchObject({ reconnecting: false, error: null })
  emit('playing')
  expect(player.state()).toMatchObject({ currentTrack: a, isPlaying: true })
})

test('recovery: an unsupported format is skipped, and the queue continues', async () => {
  const { player, emit, symptoms, onUnplayable, recovery, serverIs } = setUp()
  player.playQueue([testTrack('0'), a, b])
  emit('playing')
  recovery.ended()
  emit('ended')
  symptoms.unsupported = true
  await failTwice(recovery)
  expect(onUnplayable).toHaveBeenCalledExactlyOnceWith(a, { detail, isSkipped: true })
  expect(player.state()).toMatchObject({ currentTrack: b, loading: true, error: null })
  // The next track still continues the queue.
  serverIs('unreachable')
  recovery.failed()
  await pass(0)
  expect(player.state()).toMatchObject({ currentTrack: b, reconnecting: true })
})

test('recovery: the last track of a queue fails, and the reason is reported', async () => {
  const { player, symptoms, onUnplayable, recovery } = setUp()
  symptoms.unsupported = true
  player.playTrack(a)
  await failTwice(recovery)
  expect(onUnplayable).toHaveBeenCalledExactlyOnceWith(a, { detail, isSkipped: false })
  expect(player.state()).toMatchObject({ error: 'Audio playback failed', loading: false })
})

test('recovery: a format that fails continues in the next one at the same position, without a message', async () => {
  const { player, position, emit, transport, symptoms, onUnplayable, recovery, addFallback } =
    setUp()
  addFallback()
  player.playTrack(a)
  emit('playing')
  position.seconds = 42
  symptoms.undecodable = true
  recovery.failed()
  await pass(500)
  expect(transport.start).toHaveBeenLastCalledWith('/audio/a', 42)
  expect(player.state()).toMatchObject({ loading: true, error: null })
  expect(onUnplayable).not.toHaveBeenCalled()
})

test('recovery: a paused track that falls back stays paused', async () => {
  const { player, emit, transport, symptoms, recovery, addFallback } = setUp()
  addFallback()
  player.playTrack(a)
  emit('playing')
  emit('paused')
  symptoms.unsupported = true
  recovery.failed()
  await pass(500)
  expect(transport.prepare).toHaveBeenLastCalledWith('/audio/a', 12)
  expect(player.state()).toMatchObject({ loading: false, isPlaying: false, error: null })
})

test('recovery: a deleted track that the queue reaches is removed, and the next one plays', async () => {
  const { player, emit, started, recovery, serverRejects, onTrackRemoved } = setUp()
  player.playQueue([a, b, testTrack('c'), b])
  emit('playing')
  player.next()
  serverRejects(404)
  recovery.failed()
  await pass(0)
  expect(onTrackRemoved).toHaveBeenCalledExactlyOnceWith(b)
  expect(started.at(-1)).toBe('/audio/c')
  expect(player.state().queue.entries.map(({ track }) => track.id)).toEqual(['a', 'c'])
  expect(player.state()).toMatchObject({ error: null, loading: true })
})

test('recovery: a deleted track that was chosen, or that is the last one, fails', async () => {
  const { player, emit, recovery, serverRejects, onTrackRemoved } = setUp()
  serverRejects(404)
  player.playQueue([a, b])
  recovery.failed()
  await pass(0)
  expect(player.state().error).toBe('Failed to load track')
  player.next()
  emit('playing')
  recovery.failed()
  await pass(0)
  expect(player.state().error).toBe('This track is no longer available')
  expect(onTrackRemoved).not.toHaveBeenCalled()
})
