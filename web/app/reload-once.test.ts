import { expect, test, vi } from 'vitest'
import { reloadOnce } from './reload-once.ts'

function page() {
  const values = new Map<string, string>()
  const clock = { time: 1_900_000_000_000 }
  return {
    clock,
    memory: {
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string | null) => void values.set(key, value ?? ''),
    },
    now: () => clock.time,
    reload: vi.fn(),
    isServerReachable: async () => true,
  }
}

test('reload: a missing chunk reloads the page, but not repeatedly', async () => {
  const tab = page()
  await reloadOnce(tab)
  expect(tab.reload).toHaveBeenCalledTimes(1)
  tab.clock.time += 5_000
  await reloadOnce(tab)
  expect(tab.reload).toHaveBeenCalledTimes(1)
  tab.clock.time += 60 * 60 * 1000
  await reloadOnce(tab)
  expect(tab.reload).toHaveBeenCalledTimes(2)
})

test('reload: without working storage the page is not reloaded', async () => {
  const tab = page()
  await reloadOnce({ ...tab, memory: { get: () => null, set: () => {} } })
  expect(tab.reload).not.toHaveBeenCalled()
})

test('reload: the page is not reloaded while the server is unreachable', async () => {
  const tab = page()
  await reloadOnce({ ...tab, isServerReachable: async () => false })
  expect(tab.reload).not.toHaveBeenCalled()
  await reloadOnce(tab)
  expect(tab.reload).toHaveBeenCalledTimes(1)
})
