import { beforeEach, expect, test, vi } from 'vitest'
import { barsFromLevels } from '#brand/waveform.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { type Analysis, connectAnalysis } from './analysis.ts'
import { getWaveformBars } from './waveform-bars.ts'

const levels = Array.from({ length: 200 }, (_, i) => i / 200)

beforeEach(() => void vi.useFakeTimers())

function setUp(...responses: Partial<Analysis>[]) {
  const known = responses.map(
    (response) => ({ loudness: null, formats: [], ...response }) as Analysis,
  )
  const { player, emit } = testPlayer()
  const loadAnalysis = vi.fn(async () => known.shift() ?? null)
  connectAnalysis({ player, loadAnalysis })
  return { player, emit, loadAnalysis }
}

test('analysis: isAnalyzing is true until the measured bars replace the generated ones', async () => {
  const { player, emit, loadAnalysis } = setUp({ processing: 'ready', waveform: levels })
  player.playTrack(testTrack('a'))
  expect(player.state().isAnalyzing).toBe(true)
  expect(loadAnalysis).not.toHaveBeenCalled()
  emit('playing')
  expect(player.state()).toMatchObject({ isAnalyzing: true, waveformBars: getWaveformBars('a') })
  await vi.runAllTimersAsync()
  expect(player.state()).toMatchObject({
    isAnalyzing: false,
    waveformBars: barsFromLevels(levels),
  })
})

test('analysis: a pending analysis is requested again until it is ready', async () => {
  const pending = { processing: 'pending', waveform: null } as const
  const { player, emit, loadAnalysis } = setUp(pending, pending, {
    processing: 'ready',
    waveform: levels,
  })
  player.playTrack(testTrack('a'))
  emit('playing')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(player.state().isAnalyzing).toBe(true)
  await vi.runAllTimersAsync()
  expect(player.state().isAnalyzing).toBe(false)
  expect(loadAnalysis).toHaveBeenCalledTimes(3)
})

test('analysis: after a failed analysis or a lost connection the generated bars stay', async () => {
  const { player, emit, loadAnalysis } = setUp({ processing: 'failed', waveform: null })
  player.playTrack(testTrack('a'))
  emit('playing')
  await vi.runAllTimersAsync()
  expect(player.state()).toMatchObject({ isAnalyzing: false, waveformBars: getWaveformBars('a') })
  loadAnalysis.mockRejectedValueOnce(new Error('offline'))
  player.playTrack(testTrack('b'))
  emit('playing')
  await vi.runAllTimersAsync()
  expect(player.state()).toMatchObject({ isAnalyzing: false, waveformBars: getWaveformBars('b') })
})

test('analysis: a track that is loaded again is analyzed again, and a skipped one no more', async () => {
  const { player, emit, loadAnalysis } = setUp(
    { processing: 'pending' },
    { processing: 'ready', waveform: levels },
    { processing: 'ready', waveform: levels },
  )
  player.playTrack(testTrack('a'))
  emit('playing')
  player.playTrack(testTrack('b'))
  emit('playing')
  await vi.runAllTimersAsync()
  expect(loadAnalysis).toHaveBeenCalledTimes(2)
  player.load(player.state().queue)
  emit('playing')
  await vi.runAllTimersAsync()
  expect(player.state().isAnalyzing).toBe(false)
  expect(loadAnalysis).toHaveBeenCalledTimes(3)
})

test('analysis: the current track gets its loudness and formats if it had none', async () => {
  const formats = [
    { format: 'original', contentType: 'audio/wav', bitrate: 1_411_200, bytes: 9 },
    { format: 'aac', contentType: 'audio/mp4', bitrate: 128_000, bytes: 1 },
  ] as const
  const { player, emit } = setUp({
    processing: 'ready',
    waveform: levels,
    loudness: -9,
    formats: [...formats],
  })
  player.playTrack(testTrack('a'))
  emit('playing')
  await vi.runAllTimersAsync()
  expect(player.state().currentTrack).toMatchObject({ id: 'a', loudness: -9, formats })
  expect(player.state().isPlaying).toBe(true)
})
