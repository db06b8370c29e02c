import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { connectSleepTimer } from './controls/sleep-timer.ts'
import { nextSpeed, sleepTimer } from './playback-options.ts'
import { connectAutoplay } from './queue/more-tracks.ts'
import { connectResume, createResumePositions } from './sync/resume-positions.ts'
import { testPlayer } from './test-player.ts'
import { testTrack } from './test-track.ts'

const [a, b] = [testTrack('a'), testTrack('b')]

describe('sleep timer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('sleep timer: playback is paused after the chosen minutes', () => {
    const { player, transport, emit } = testPlayer()
    const notify = vi.fn()
    connectSleepTimer({ player, notify })
    player.playTrack(a)
    emit('playing')
    player.update({ sleep: sleepTimer(15) })
    vi.advanceTimersByTime(15 * 60_000 - 1)
    expect(transport.pause).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(transport.pause).toHaveBeenCalledOnce()
    expect(player.state().sleep).toBeNull()
    expect(notify).toHaveBeenCalledOnce()
  })

  test('sleep timer: a new choice replaces the old one, and off cancels it', () => {
    const { player, transport, emit } = testPlayer()
    connectSleepTimer({ player, notify: () => {} })
    player.playTrack(a)
    emit('playing')
    player.update({ sleep: sleepTimer(15) })
    player.update({ sleep: sleepTimer(60) })
    vi.advanceTimersByTime(30 * 60_000)
    player.update({ sleep: sleepTimer(null) })
    vi.advanceTimersByTime(120 * 60_000)
    expect(transport.pause).not.toHaveBeenCalled()
  })

  test('sleep timer: at the end of the track the next one is loaded paused', () => {
    const { player, transport, started, emit } = testPlayer()
    player.playQueue([a, b])
    emit('playing')
    player.update({ sleep: sleepTimer('track') })
    emit('ended')
    expect(started).toEqual(['/audio/a'])
    expect(transport.prepare).toHaveBeenCalledOnce()
    expect(player.state()).toMatchObject({ currentTrack: b, isPlaying: false, sleep: null })
  })
})

test('speed: it goes from 0.5 to 2 in steps, and stays when the player is closed', () => {
  expect([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(2, 1), nextSpeed(0.5, -1)]).toEqual([
    1.25, 0.75, 2, 0.5,
  ])
  const { player, transport } = testPlayer()
  player.setSpeed(1.5)
  expect(transport.setSpeed).toHaveBeenCalledWith(1.5)
  player.stop()
  expect(player.state().speed).toBe(1.5)
})

async function playLast(autoplay: boolean) {
  const { player, started, emit } = testPlayer()
  const similar = vi.fn(async (_track: Track) => [a, b, testTrack('c')])
  connectAutoplay({ player, similar })
  player.update({ autoplay })
  player.playTrack(a)
  emit('playing')
  await Promise.resolve()
  await Promise.resolve()
  emit('ended')
  return { player, started, similar }
}

test('autoplay: similar tracks that are not queued follow the last one', async () => {
  const { player, started, similar } = await playLast(true)
  expect(similar).toHaveBeenCalledExactlyOnceWith(a)
  expect(player.state().queue.entries.map(({ track }) => track.id)).toEqual(['a', 'b', 'c'])
  expect(started).toEqual(['/audio/a', '/audio/b'])
})

test('autoplay: switched off, playback stops after the last track', async () => {
  const { started, similar } = await playLast(false)
  expect(similar).not.toHaveBeenCalled()
  expect(started).toEqual(['/audio/a'])
})

function listen(track: Track, storage: { get(): string | null; set(...args: unknown[]): void }) {
  const { player, transport, emit, position } = testPlayer()
  const ticks: (() => void)[] = []
  const toasts: ToastText[] = []
  const clock = {
    subscribe: (listener: () => void) => {
      ticks.push(listener)
      return () => {}
    },
    current: () => position.seconds,
    duration: () => track.duration ?? 0,
  }
  const resume = createResumePositions(storage, 'ines')
  const dismiss = vi.fn()
  const notify = (toast: ToastText) => {
    toasts.push(toast)
    return dismiss
  }
  connectResume({ player, position: clock, resume, notify, isRestored: () => false })
  position.seconds = 0
  player.playTrack(track)
  emit('playing')
  const listenTo = (seconds: number) => {
    position.seconds = seconds
    for (const tick of ticks) tick()
  }
  return { player, transport, toasts, dismiss, resume, listenTo }
}
function memory() {
  let text: string | null = null
  return {
    get: () => text,
    set(_key: unknown, value: unknown) {
      text = value as string | null
    },
  }
}

test('resume: a track over ten minutes offers to resume where it was left', () => {
  const storage = memory()
  const mix = testTrack('mix', { duration: 3600 })
  listen(mix, storage).listenTo(754)
  const { transport, toasts } = listen(mix, storage)
  const [action] = toasts[0]?.actions ?? []
  expect(action?.label).toBe('Resume at 12:34')
  if (action && 'onClick' in action) action.onClick()
  expect(transport.seek).toHaveBeenCalledWith(754)
})

test('resume: the offer goes with its track, because it would seek in the next one', () => {
  const storage = memory()
  const mix = testTrack('mix', { duration: 3600 })
  listen(mix, storage).listenTo(754)
  const { player, dismiss } = listen(mix, storage)
  expect(dismiss).not.toHaveBeenCalled()
  player.playTrack(testTrack('other', { duration: 3600 }))
  expect(dismiss).toHaveBeenCalled()
})

test('resume: short tracks, the beginning and the end of a track are not remembered', () => {
  const short = listen(testTrack('short', { duration: 300 }), memory())
  short.listenTo(100)
  expect(short.resume.list()).toEqual([])
  const mix = listen(testTrack('mix', { duration: 3600 }), memory())
  mix.listenTo(10)
  expect(mix.resume.list()).toEqual([])
  mix.listenTo(600)
  mix.listenTo(3595)
  expect(mix.resume.list()).toEqual([])
})

test('resume: the last 200 positions are stored, for their owner only', () => {
  const storage = memory()
  const own = createResumePositions(storage, 'ines')
  for (let i = 0; i < 250; i += 1) own.set(`${i}`, 100)
  expect(own.list()).toHaveLength(200)
  expect(own.get('249')).toBe(100)
  expect(createResumePositions(storage, 'otto').list()).toEqual([])
  expect(storage.get()).toBeNull()
})
