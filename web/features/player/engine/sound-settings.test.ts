import { expect, test } from 'vitest'
import { createSoundSettings } from './sound-settings.ts'

function fakeStorage() {
  const entries = new Map<string, string | null>()
  return {
    get: (key: string) => entries.get(key) ?? null,
    set: (key: string, value: string | null) => void entries.set(key, value),
  }
}

test('sound settings: they are remembered', () => {
  const storage = fakeStorage()
  const settings = createSoundSettings(storage, false)
  expect(settings.get()).toEqual({ quality: 'auto', levelLoudness: true })
  settings.set({ quality: 'original', levelLoudness: false })
  expect(createSoundSettings(storage, true).get()).toEqual({
    quality: 'original',
    levelLoudness: false,
  })
})

test('sound settings: data saver is the default under Save-Data only', () => {
  const storage = fakeStorage()
  const settings = createSoundSettings(storage, true)
  expect(settings.get().quality).toBe('data-saver')
  settings.set({ ...settings.get(), levelLoudness: false })
  expect(createSoundSettings(storage, false).get()).toEqual({
    quality: 'auto',
    levelLoudness: false,
  })
})

test('sound settings: a broken entry counts as none', () => {
  const storage = fakeStorage()
  storage.set('player-sound', '{"quality":"best"')
  expect(createSoundSettings(storage, undefined).get().quality).toBe('auto')
  storage.set('player-sound', '{"quality":"best","levelLoudness":1}')
  expect(createSoundSettings(storage, undefined).get()).toEqual({
    quality: 'auto',
    levelLoudness: true,
  })
})
