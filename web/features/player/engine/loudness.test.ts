import { expect, test, vi } from 'vitest'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { connectLoudness, loudnessGain } from './loudness.ts'
import { createSoundSettings } from './sound-settings.ts'

const decibels = (gain: number) => 20 * Math.log10(gain)

test('loudness: what is louder than -16 LUFS is turned down to it, and nothing is turned up', () => {
  expect(decibels(loudnessGain(-8))).toBeCloseTo(-8)
  expect(loudnessGain(-16)).toBe(1)
  expect(loudnessGain(-30)).toBe(1)
  expect(loudnessGain(null)).toBe(1)
  expect(loudnessGain(undefined)).toBe(1)
})

test('loudness: the gain follows the current track and the switch', () => {
  const { player } = testPlayer()
  const settings = createSoundSettings({ get: () => null, set: () => {} }, false)
  const setGain = vi.fn()
  connectLoudness(player, { setGain }, settings)
  player.playTrack(testTrack('loud', { loudness: -6 }))
  expect(decibels(setGain.mock.lastCall?.[0])).toBeCloseTo(-10)
  settings.set({ ...settings.get(), levelLoudness: false })
  expect(setGain).toHaveBeenLastCalledWith(1)
  settings.set({ ...settings.get(), levelLoudness: true })
  expect(decibels(setGain.mock.lastCall?.[0])).toBeCloseTo(-10)
  player.playTrack(testTrack('quiet', { loudness: -20 }))
  expect(setGain).toHaveBeenLastCalledWith(1)
})
