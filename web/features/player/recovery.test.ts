import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Finding } from './fetch-audio.ts'
import { createRecovery } from './recovery.ts'
import { testPlayer } from './test-player.ts'
import { testTrack } from './test-track.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [a, b] = [testTrack('a'), testTrack('b')]

function setUp() {
  const { player, place, report, started, engine } = testPlayer()
  let finding: Finding = { kind: 'there' }
  const probe = vi.fn(async () => finding)
  const symptoms = { undecodable: false, stuck: false }
  const log = vi.fn()
  const recovery = createRecovery({
    player,
    position: () => place.seconds,
    symptoms: () => symptoms,
    probe,
    audioUrl: ({ id }) => `/audio/${id}`,
    isRestored: () => false,
    log,
  })
  const serverIs = (kind: 'there' | 'unreachable') => {
    finding = { kind }
  }
  return { player, place, report, started, engine, probe, symptoms, log, recovery, serverIs }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('a lost connection', () => {
  it('is waited out, later and later, and the sound goes on where it stopped', async () => {
    const { player, place, report, engine, probe, recovery, serverIs } = setUp()
    player.playQueue([a, b])
    report('playing')
    place.seconds = 42
    serverIs('unreachable')
    recovery.failed()
    await pass(0)
    expect(player.state()).toMatchObject({ reconnecting: true, loading: true, error: null })
    await pass(1_000 + 2_000 + 4_000)
    expect(probe).toHaveBeenCalledTimes(4)
    serverIs('there')
    await pass(8_000)
    expect(engine.start).toHaveBeenLastCalledWith('/audio/a', 42)
    report('playing')
    expect(player.state()).toMatchObject({ reconnecting: false, isPlaying: true })
  })

  it('is over at once when the browser says that it is online', async () => {
    const { player, report, started, recovery, serverIs } = setUp()
    player.playTrack(a)
    report('playing')
    serverIs('unreachable')
    recovery.failed()
    await pass(20_000)
    expect(started).toHaveLength(1)
    serverIs('there')
    recovery.online()
    await pass(0)
    expect(started).toHaveLength(2)
  })

  it('is noticed when the sound waits for data', async () => {
    const { player, report, recovery, serverIs } = setUp()
    player.playTrack(a)
    report('playing')
    serverIs('unreachable')
    report('waiting')
    await pass(2_900)
    expect(player.state().reconnecting).toBe(false)
    await pass(200)
    expect(player.state().reconnecting).toBe(true)
    recovery.online()
  })

  it('between two tracks of a queue is waited out too', async () => {
    const { player, report, recovery, serverIs } = setUp()
    player.playQueue([a, b])
    report('playing')
    serverIs('unreachable')
    recovery.ended()
    report('ended')
    recovery.failed()
    await pass(0)
    expect(player.state()).toMatchObject({ currentTrack: b, reconnecting: true })
  })

  it('is no reason to begin again for somebody who has paused', async () => {
    const { player, report, started, recovery, serverIs } = setUp()
    player.playTrack(a)
    report('playing')
    serverIs('unreachable')
    recovery.failed()
    await pass(0)
    player.toggle()
    serverIs('there')
    await pass(60_000)
    expect(started).toHaveLength(1)
    expect(player.state()).toMatchObject({ reconnecting: false, loading: false, error: null })
  })
})

it('tells that a track which somebody has just chosen cannot be loaded', async () => {
  const { player, report, log, recovery, serverIs } = setUp()
  player.playTrack(a)
  report('playing')
  player.playTrack(b)
  serverIs('unreachable')
  recovery.failed()
  await pass(0)
  expect(player.state()).toMatchObject({ error: 'Failed to load track', loading: false })
  expect(log).toHaveBeenCalledOnce()
})

it('gives up a file that breaks off at the same place again and again', async () => {
  const { player, report, started, recovery } = setUp()
  player.playTrack(a)
  for (let i = 0; i < 4; i++) {
    report('playing')
    recovery.failed()
    await pass(0)
  }
  expect(started).toHaveLength(4)
  expect(player.state()).toMatchObject({ error: 'Audio playback failed', reconnecting: false })
})

it('begins anew when the server answers but no byte comes', async () => {
  const { player, place, report, engine, symptoms } = setUp()
  player.playTrack(a)
  report('playing')
  place.seconds = 30
  report('waiting')
  await pass(6_100)
  expect(engine.start).toHaveBeenCalledTimes(1)
  symptoms.stuck = true
  await pass(3_000)
  expect(engine.start).toHaveBeenLastCalledWith('/audio/a', 30)
})
