import { afterEach, expect, it, vi } from 'vitest'
import { dropWork, keepWork, startWork } from './upload-draft.ts'

const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
afterEach(() => kept.clear())

it('is back after a new sign-in, for the same person and once', () => {
  const { work, isRestored } = startWork('ines')
  expect(isRestored).toBe(false)
  const audio = { path: '/objects/audio/1', name: 'a.wav', size: 3 }
  const typed = { ...work, mode: 'bulk' as const, audio }
  keepWork('ines', typed)
  expect(startWork('ines')).toEqual({ work: typed, isRestored: true })
  expect(startWork('maren').isRestored).toBe(false)
  dropWork('ines')
  expect(startWork('ines').isRestored).toBe(false)
})
